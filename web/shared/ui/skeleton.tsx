import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

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
