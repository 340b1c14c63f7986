import type { ReactNode } from 'react';
import type { FirebaseConfig } from '../shared/session/firebase-config.ts';
import { AuthProvider } from '../shared/session/session-provider.tsx';
import { ThemeProvider } from '../shared/theme/theme-provider.tsx';

/** Everything a page may ask for: theme and session. Jotai's default store needs no provider. */
export function Providers({ config, children }: { config: FirebaseConfig; children: ReactNode }) {
  return (
    <ThemeProvider>
      <AuthProvider config={config}>{children}</AuthProvider>
    </ThemeProvider>
  );
}
