import styles from './header.module.css';

/** The product's mark: a price line that ends in its range. The favicon is the same drawing. */
export function BrandMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path className={styles.markRange} d="M12 13 22 4v16z" />
      <path className={styles.markLine} d="M2 17l4-5 3 3 3-2" />
      <path className={styles.markEstimate} d="M12 13l10-1" />
    </svg>
  );
}
