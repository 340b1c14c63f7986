/** The way to a listing's analysis: /prediction for a user, /demo for a guest. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { authStateAtom } from './auth.ts';

export const analysisPathAtom = atom((get) => {
  const { user, storedUser } = get(authStateAtom);
  return (user ?? storedUser) === null ? '/demo' : '/prediction';
});

interface AnalysisLinkProps {
  readonly ticker: string;
  readonly days?: number;
  readonly className?: string | undefined;
  /** By default the ticker. */
  readonly children?: ReactNode;
}

export function AnalysisLink({ ticker, days, className, children = ticker }: AnalysisLinkProps) {
  const path = useAtomValueRawSync(analysisPathAtom);
  const query = new URLSearchParams({ ticker, ...(days !== undefined && { days: `${days}` }) });
  return (
    <Link href={`${path}?${query}`} className={className}>
      {children}
    </Link>
  );
}
