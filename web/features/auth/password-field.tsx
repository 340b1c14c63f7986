import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field } from '../../shared/ui/field.tsx';
import type { FieldProps } from '../../shared/ui/field.tsx';
import { MIN_PASSWORD_LENGTH, type FormFault } from './form-fault.ts';
import styles from './password-field.module.css';

/** A password input whose text can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      required
      trailing={
        <button
          type="button"
          className={styles.toggle}
          aria-label={`Show ${String(props.label).toLowerCase()}`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    />
  );
}

/** A new password and its repetition, each with its own fault. */
export function NewPasswordFields({
  labels: [label, confirmLabel],
  fault,
}: {
  labels: readonly [password: string, confirmPassword: string];
  fault: FormFault<'password' | 'confirmPassword'> | null;
}) {
  const textFor = (field: 'password' | 'confirmPassword') =>
    fault?.field === field ? fault.message : undefined;
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
