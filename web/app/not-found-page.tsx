import { ButtonLink } from '../shared/ui/button-link.tsx';
import styles from './message-page.module.css';

/** Any address that is not in the route table. */
export function NotFoundPage() {
  return (
    <div className={styles.page}>
      <p className={styles.code}>404</p>
      <h1>This page does not exist</h1>
      <p className={styles.text}>The address may be mistyped, or the page has moved.</p>
      <div className={styles.actions}>
        <ButtonLink href="/" variant="primary">
          Go to Home
        </ButtonLink>
        <ButtonLink href="/prediction">Start Predicting</ButtonLink>
      </div>
    </div>
  );
}
