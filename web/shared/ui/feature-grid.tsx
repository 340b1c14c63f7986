import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import styles from './feature-grid.module.css';

export function FeatureGrid({
  heading,
  features,
}: {
  heading: string;
  features: readonly { icon: LucideIcon; title: string; text: string }[];
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="stack">
      <h2 id={headingId}>{heading}</h2>
      <ul className={styles.grid}>
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title} className={styles.feature}>
            <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
            <h3>{title}</h3>
            <p className={styles.featureText}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
