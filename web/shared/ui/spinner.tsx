import styles from './spinner.module.css';

/** Work in progress, in words and for screen readers too. */
export function Spinner({ label }: { label: string }) {
  return (
    <output className={styles.spinner}>
      <span className={styles.ring} aria-hidden="true" />
      <span>{label}</span>
    </output>
  );
}
