import type { ReactNode } from 'react';
import { useAuth } from '../../shared/session/session-provider.tsx';
import { ButtonLink } from '../../shared/ui/button.tsx';
import styles from './demo-page.module.css';

/** What an account adds to what stands below. Each is a page or control that exists. */
const WITH_AN_ACCOUNT = [
  'any ticker, with search and suggestions',
  'horizons of 1, 7, 14 and 30 days',
  'your own forecasts, settled against real closes',
];

/** The public look at the analysis: what it is, what signing in adds, and the report itself as `children`. */
export function DemoPage({ children }: { children: ReactNode }) {
  const { status } = useAuth();
  return (
    <div className={styles.page}>
      <section aria-labelledby="demo-title" className={styles.intro}>
        <div className={styles.words}>
          <p className={styles.chip}>Demo · read only</p>
          <h1 id="demo-title">The analysis of one stock, open to everyone</h1>
          <p className={styles.text}>
            This is the page that a signed-in user sees, for one listing and seven days. With an account:{' '}
            {WITH_AN_ACCOUNT.join('; ')}.
          </p>
        </div>
        <div className={styles.actions}>
          {status === 'signed-in' ? (
            <ButtonLink href="/prediction" variant="primary">
              Open the full analysis
            </ButtonLink>
          ) : (
            <>
              <ButtonLink href="/register" variant="primary">
                Create an account
              </ButtonLink>
              <ButtonLink href="/login">Log in</ButtonLink>
            </>
          )}
        </div>
      </section>
      {children}
    </div>
  );
}
