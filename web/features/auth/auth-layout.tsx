import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import styles from './auth-layout.module.css';
import { BUILD_SETTINGS } from '../../shared/sign-in/identity.ts';
import { Banner } from '../../shared/ui/banner.tsx';
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
        <EmulatorNotice />
        {children}
      </div>
      <div className={styles.picture}>
        <ForecastIllustration />
      </div>
    </div>
  );
}

/** The emulator starts more slowly than the page. */
const ASK_EMULATOR_MS = 2000;

/**
 * Only in local builds: says when the sign-in emulator does not respond, and what starts it. Asks until it does, and each
 * time the window is looked at again. Production builds have no emulator and show nothing.
 */
export function EmulatorNotice({
  url = BUILD_SETTINGS['VITE_FIREBASE_AUTH_EMULATOR'],
}: {
  url?: string | undefined;
}) {
  const [isSilent, setSilent] = useState(false);

  useEffect(() => {
    if (!url) return undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      clearTimeout(timer);
      // Any response will do, so it may be opaque.
      fetch(url, { mode: 'no-cors', signal: abort.signal }).then(
        () => setSilent(false),
        () => {
          if (abort.signal.aborted) return;
          setSilent(true);
          timer = setTimeout(ask, ASK_EMULATOR_MS);
        },
      );
    };
    ask();
    window.addEventListener('focus', ask);
    return () => {
      window.removeEventListener('focus', ask);
      clearTimeout(timer);
      abort.abort();
    };
  }, [url]);

  if (!isSilent) return null;
  return (
    <Banner tone="info" title="Sign-in is not running yet">
      The local sign-in service at {url} has not started yet. <code>npm start</code> starts it within seconds,
      and this notice then goes away.
    </Banner>
  );
}

/** A rule that a form breaks: the field to go to and the words to say. */
export type FormFault<FieldName extends string> = { field: FieldName; message: string };

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
