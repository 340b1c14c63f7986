import { Skeleton } from '../shared/ui/skeleton.tsx';
import { VisuallyHidden } from '../shared/ui/visually-hidden.tsx';
import styles from './app.module.css';

/** What stands in the place of a page while its code or the session is on the way. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton}>
      <output>
        <VisuallyHidden>Loading the page</VisuallyHidden>
      </output>
      <Skeleton width="min(320px, 60%)" height={36} />
      <Skeleton width="min(480px, 85%)" height={20} />
      <Skeleton height={280} />
    </div>
  );
}
