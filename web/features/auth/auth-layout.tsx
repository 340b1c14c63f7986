import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { ForecastIllustration } from '../../shared/illustration/forecast-illustration.tsx';
import { useAuth } from '../../shared/session/use-auth.ts';
import styles from './auth-layout.module.css';
import { EmulatorNotice } from './emulator-notice.tsx';

/** The layout of the account pages: the form in one column, an illustration beside it where there is room. */
export function AuthLayout({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { preload } = useAuth();
  // The provider has to be there before the click, or browsers block the Google window.
  useEffect(() => preload(), [preload]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
        </div>
        <EmulatorNotice />
        {children}
      </div>
      <div className={styles.picture}>
        <ForecastIllustration />
      </div>
    </div>
  );
}
