import { useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

export const MIN_PASSWORD_LENGTH = 6;

/** A rule that a form breaks: the field to go to and the words to say. */
export type FormFault<FieldName extends string> = { field: FieldName; message: string };

/**
 * The two rules of a new password. The match is checked first; the length counts UTF-16 units, as the provider does.
 * Null when both hold.
 */
export function checkNewPassword(
  password: string,
  confirmPassword: string,
): FormFault<'password' | 'confirmPassword'> | null {
  if (password !== confirmPassword) return { field: 'confirmPassword', message: 'Passwords do not match' };
  if (password.length < MIN_PASSWORD_LENGTH) {
    return { field: 'password', message: `Password must be at least ${MIN_PASSWORD_LENGTH} characters` };
  }
  return null;
}

/** The reset form's one rule: an email after trimming. Null when it holds. */
export function checkResetEmail(email: string): FormFault<'email'> | null {
  return email.trim() === ''
    ? { field: 'email', message: 'Please enter the email associated with your account.' }
    : null;
}

/**
 * The rule a form breaks, if any. Reporting one shows it and moves the focus to its field, so that a screen reader
 * reads field and fault together.
 */
export function useFormFault<FieldName extends string>(form: RefObject<HTMLFormElement | null>) {
  const [fault, setFault] = useState<FormFault<FieldName> | null>(null);
  return {
    fault,
    clear: () => setFault(null),
    report: (broken: FormFault<FieldName>) => {
      // The description has to be in the page before the focus arrives.
      flushSync(() => setFault(broken));
      const field = form.current?.elements.namedItem(broken.field);
      if (field instanceof HTMLElement) field.focus();
    },
  };
}
