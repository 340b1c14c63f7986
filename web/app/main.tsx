import '../shared/styles/base.css';
import './shell.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BUILD_SETTINGS, readFirebaseConfig } from '../shared/session/firebase-config.ts';
import { App } from './app.tsx';
import { Providers } from './providers.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root.');
const root = createRoot(container);

try {
  const config = readFirebaseConfig(BUILD_SETTINGS);
  root.render(
    <StrictMode>
      <Providers config={config}>
        <App />
      </Providers>
    </StrictMode>,
  );
} catch (error) {
  void import('./startup-failure.tsx').then(({ StartupFailure }) =>
    root.render(<StartupFailure message={error instanceof Error ? error.message : String(error)} />),
  );
  // Not thrown: the code loaded above imports this module, which must not fail for it.
  reportError(error);
}
