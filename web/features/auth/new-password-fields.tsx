import type { FormFault } from './credentials.ts';
import { MIN_PASSWORD_LENGTH } from './credentials.ts';
import { PasswordField } from './password-field.tsx';

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
