import styles from './message-page.module.css';

/** What stands on the page when the build lacks its settings. Written for whoever deployed it. */
export function StartupFailure({ message }: { message: string }) {
  return (
    <main className={styles.page} role="alert">
      <h1>Candor could not start</h1>
      <p className={styles.text}>{message}</p>
      <p className={styles.text}>
        The names of the missing variables are in the browser console and in <code>.dev.vars.example</code>.
        For a local build with the demo account, run <code>npm start</code>.
      </p>
    </main>
  );
}
