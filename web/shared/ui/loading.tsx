import styles from './loading.module.css';
import type { CSSProperties } from 'react';

/** A block that holds the place of content to come, hidden from screen readers. */
export function Skeleton({
  width = '100%',
  height = '1em',
}: {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
}) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width, height }} />;
}

/** Work in progress, in words. The page announces it, or a screen reader would hear of it twice. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={styles.spinner}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </span>
  );
}
