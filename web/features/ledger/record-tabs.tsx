import { Link, useLocation } from 'wouter';
import styles from './record-tabs.module.css';

const PAGES = [
  { href: '/forecasts', label: 'Today’s forecasts' },
  { href: '/track-record', label: 'How they ended' },
];

/** The ledger's two pages: what it says of tomorrow, and what became of that. */
export function RecordTabs() {
  const [pathname] = useLocation();
  return (
    <nav aria-label="Forecasts and their record" className={styles.tabs}>
      {PAGES.map(({ href, label }) => (
        <Link key={href} href={href} aria-current={pathname === href ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
