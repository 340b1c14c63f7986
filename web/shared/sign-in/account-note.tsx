import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import styles from './account-note.module.css';
import { useAuth } from './auth-provider.tsx';

/** Tells a guest what an account adds to a page that is open to everyone. Signing in leads back to its listing. */
export function AccountNote({ children }: { children: ReactNode }) {
  const { status, config } = useAuth();
  const [pathname] = useLocation();
  const search = useSearch();
  if (status !== 'signed-out' || config === null) return null;
  const state = { returnTo: `${pathname === '/demo' ? '/prediction' : pathname}?${search}` };
  return (
    <p className={styles.note}>
      An account adds {children}.{' '}
      <Link href="/register" state={state}>
        Sign up
      </Link>{' '}
      or{' '}
      <Link href="/login" state={state}>
        log in
      </Link>
      .
    </p>
  );
}
