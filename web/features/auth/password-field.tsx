import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Field, type FieldProps } from '../../shared/ui/field.tsx';
import type { FormFault } from './auth-layout.tsx';
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

export type NewPasswordField = 'password' | 'confirmPassword';

export function NewPasswordFields({
  labels: [label, confirmLabel],
  fault,
}: {
  labels: readonly [password: string, confirmPassword: string];
  fault: FormFault<NewPasswordField> | null;
}) {
  const textFor = (field: NewPasswordField) => (fault?.field === field ? fault.message : undefined);
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

/**
 * The two rules of a new password. The match is checked first; the length counts UTF-16 units, as the provider does.
 * Null when both are met.
 */
export function checkNewPassword(
  password: string,
  confirmPassword: string,
): FormFault<NewPasswordField> | null {
  if (password !== confirmPassword) return { field: 'confirmPassword', message: 'Passwords do not match' };
  if (password.length < MIN_PASSWORD_LENGTH) {
    return { field: 'password', message: `Password must be at least ${MIN_PASSWORD_LENGTH} characters` };
  }
  return null;
}
