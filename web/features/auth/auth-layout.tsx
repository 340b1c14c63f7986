import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import styles from './auth-layout.module.css';
import { useWaitingForm } from '../../shared/ui/browser-state.ts';

/** The layout of the account pages: the form in one column, an illustration beside it where there is room. */
export function AuthLayout({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { preload } = useAuth();
  // The provider has to be there before the click, or browsers block the Google window.
  useEffect(() => preload(), [preload]);
  useWaitingForm();
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className="neutral">{lead}</p>
        </div>
        <noscript>Signing in needs JavaScript.</noscript>
        {children}
      </div>
      <div className={styles.picture}>
        <ForecastIllustration />
      </div>
    </div>
  );
}

/** A rule that a form breaks: the field to go to and the words to say. */
export type FormFault<FieldName extends string> = { field: FieldName; message: string };

/**
 * The rule that a form breaks, if any. `isBroken` shows it and moves the focus to its field, so that a screen reader reads
 * field and fault together; without one it clears the last.
 */
export function useFormFault<FieldName extends string>(form: RefObject<HTMLFormElement | null>) {
  const [fault, setFault] = useState<FormFault<FieldName> | null>(null);
  return {
    fault,
    isBroken: (broken: FormFault<FieldName> | null): boolean => {
      // The description has to be in the page before the focus arrives.
      flushSync(() => setFault(broken));
      const field = broken && form.current?.elements.namedItem(broken.field);
      if (field instanceof HTMLElement) field.focus();
      return broken !== null;
    },
  };
}
