import { Link } from 'wouter';
import { CONFIGURATION_INCOMPLETE } from '../shared/sign-in/identity.ts';
import styles from './pages.module.css';

export function NoAccounts() {
  return (
    <div className={styles.page} role="alert">
      <h1>Accounts are not set up on this site</h1>
      <p className={styles.text}>{CONFIGURATION_INCOMPLETE}</p>
      <p className={styles.text}>
        Everything else works: try the <Link href="/demo">demo</Link> or see the{' '}
        <Link href="/track-record">track record</Link>.
      </p>
    </div>
  );
}
