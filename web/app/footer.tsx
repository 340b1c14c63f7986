import { Link } from 'wouter';
import styles from './footer.module.css';

/** The foot of every page. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <p>
          <span className={styles.product}>AI Stock Price Predictions</span>
          <span>Powered by Candor</span>
        </p>
        <p className={styles.notice}>Not investment advice. Data may be delayed.</p>
        <p>
          <Link href="/track-record">Track record</Link>
          <Link href="/demo">Demo</Link>
          <Link href="/method">Method</Link>
          <Link href="/data">Data</Link>
          <Link href="/about#sample-market">About the sample market</Link>
          <Link href="/settings">Settings</Link>
          <Link href="/privacy">Privacy</Link>
          <Link href="/terms">Terms</Link>
          <a href="/licences.txt">Licences</a>
          <span>© 2025 Candor</span>
        </p>
      </div>
    </footer>
  );
}
