import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import styles from './feature-grid.module.css';

export function FeatureGrid({ heading, children }: { heading: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="stack">
      <h2 id={headingId}>{heading}</h2>
      <ul className={styles.grid}>{children}</ul>
    </section>
  );
}

type FeatureProps = { icon: LucideIcon; title: string; children: string };

export function Feature({ icon: Icon, title, children }: FeatureProps) {
  return (
    <li className={styles.feature}>
      <Icon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
      <h3>{title}</h3>
      <p className={styles.featureText}>{children}</p>
    </li>
  );
}
