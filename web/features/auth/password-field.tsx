import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/ui/button.tsx';
import { Field, type FieldProps } from '../../shared/ui/field.tsx';
import type { FieldError } from './auth-form.tsx';
import styles from './password-field.module.css';

export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      required
      trailing={
        <IconButton
          className={styles.toggle}
          label={`Show ${String(props.label).toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          icon={Icon}
        />
      }
    />
  );
}

const MIN_PASSWORD_LENGTH = 6;

export function NewPasswordFields({
  labels: [label, confirmLabel],
  fieldError,
}: {
  labels: readonly [password: string, confirmPassword: string];
  fieldError: FieldError | null;
}) {
  const textFor = (field: string) => (fieldError?.field === field ? fieldError.message : undefined);
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        error={textFor('password')}
      />
      <PasswordField
        label={confirmLabel}
        name="confirmPassword"
        autoComplete="new-password"
        error={textFor('confirmPassword')}
      />
    </>
  );
}

/** Checks the match before the length, which counts UTF-16 units, as the provider does. `null` if both rules are met. */
export function checkNewPassword(password: string, confirmPassword: string): FieldError | null {
  if (password !== confirmPassword) return { field: 'confirmPassword', message: 'Passwords do not match' };
  if (password.length < MIN_PASSWORD_LENGTH) {
    return { field: 'password', message: `Password must be at least ${MIN_PASSWORD_LENGTH} characters` };
  }
  return null;
}
