/** The grids of the pages that present the product: its figures, each with what it rests on, and its features. */
import { DEFAULT_HORIZON_DAYS } from '#compute';
import type { LucideIcon } from 'lucide-react';
import { lazy, useId, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Format } from '../format/format.ts';
import { useFormat } from '../format/use-format.ts';
import { Part } from '../ui/loading.tsx';
import styles from './claim-strip.module.css';

/** On demand: builds that show the specified figures never load it. */
const MeasuredClaims = lazy(async () => ({
  default: (await import('./measured-claims.tsx')).MeasuredClaims,
}));

const BUILD_MODE = parseClaimsMode(import.meta.env.VITE_CLAIMS);

/** The figures of a page: what was measured, and the marketing figures under a heading that says what they are. */
export function ClaimStrip({ page, mode = BUILD_MODE }: { page: MarketingClaim['page']; mode?: ClaimsMode }) {
  const format = useFormat();
  if (mode === 'measured') {
    return (
      <Part>
        <MeasuredClaims page={page} />
      </Part>
    );
  }
  return (
    <>
      {/* What the model scored stands above the figures that nothing measured, and larger. */}
      <Strip title="What was measured" claims={modelClaims(format, page)}>
        Each listing scored by a model fitted without its era.{' '}
        <Link href="/method#record">How it was measured</Link>
      </Strip>
      <Strip title="Illustrative figures" isQuiet claims={claimsFor(page, mode)}>
        Not results: marketing text, kept apart from what was measured.
      </Strip>
    </>
  );
}

interface StripProps {
  readonly title: string;
  readonly isQuiet?: boolean;
  readonly claims: readonly MarketingClaim[];
  /** Where the figures come from. */
  readonly children: ReactNode;
}

/** Figures side by side under their heading. */
export function Strip({ title, isQuiet = false, claims, children }: StripProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.strip}>
      <div className={styles.head}>
        <h2 id={headingId} className={isQuiet ? styles.quiet : undefined}>
          {title}
        </h2>
        <p className={styles.note}>{children}</p>
      </div>
      <div className={styles.tiles} data-columns={columnCount(claims.length)}>
        {claims.map((claim) => (
          <Claim key={claim.id} claim={claim} />
        ))}
      </div>
    </section>
  );
}

/**
 * One marketing figure with its evidence, or with the words that there is none, in the same tile and in its accessible
 * name. The only way such a figure gets onto a page.
 */
function Claim({ claim }: { claim: MarketingClaim }) {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag means a figure with its remark; fieldset is for controls
    <div role="group" aria-labelledby={id} className={styles.tile} data-measured={claim.evidence !== null}>
      <p id={id} className={styles.text}>
        <span className={styles.value}>{claim.value}</span>{' '}
        <span className={styles.label}>{claim.label}</span>{' '}
        <span className={styles.basis}>{claim.evidence ?? NOT_MEASURED}</span>
      </p>
      {claim.evidence === null && (
        <Link href="/track-record" className={styles.record}>
          Measured record
        </Link>
      )}
    </div>
  );
}

/** A headed grid of short texts, each with an icon. */
export function FeatureGrid({
  heading,
  features,
}: {
  heading: string;
  features: readonly { icon: LucideIcon; title: string; text: string }[];
}) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.features}>
      <h2 id={headingId}>{heading}</h2>
      <ul className={styles.grid} data-columns={columnCount(features.length)}>
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

/** How many columns leave no gap in the last row: four or three where the number of cells divides, else two. */
export function columnCount(cells: number): number {
  return [4, 3].find((columns) => cells % columns === 0) ?? 2;
}

/** A marketing figure. Without evidence it is an illustration, and is labelled as one wherever it is shown. */
export type MarketingClaim = {
  id: string;
  page: 'home' | 'about';
  value: string;
  label: string;
  /** What measured the figure; null while nothing has. */
  evidence: string | null;
};

/** `spec` shows every figure with its label; `measured` only those with evidence. */
type ClaimsMode = 'spec' | 'measured';

/** The words that stand in the tile of a figure without evidence. */
export const NOT_MEASURED = 'Sample figure, not measured';

/** The figures of the specification, word for word. */
const CLAIMS: readonly MarketingClaim[] = [
  { id: 'home-accuracy', page: 'home', value: '98%', label: 'accuracy', evidence: null },
  { id: 'home-users', page: 'home', value: '15K+', label: 'active users', evidence: null },
  { id: 'home-real-time', page: 'home', value: '24/7', label: 'real-time data', evidence: null },
  { id: 'home-updates', page: 'home', value: 'Every minute', label: 'data updates', evidence: null },
  { id: 'about-accuracy', page: 'about', value: '92%', label: 'prediction accuracy', evidence: null },
  { id: 'about-stocks', page: 'about', value: '500+', label: 'stocks', evidence: null },
  { id: 'about-predictions', page: 'about', value: '10K+', label: 'daily predictions', evidence: null },
  { id: 'about-users', page: 'about', value: '5K+', label: 'active users', evidence: null },
  { id: 'about-speed', page: 'about', value: 'under 2 seconds', label: 'analysis', evidence: null },
  {
    id: 'about-horizon',
    page: 'about',
    value: '5-day forecasts',
    label: 'with confidence intervals',
    evidence: null,
  },
];

/**
 * What the shipped model scored over past sessions, 7 trading days ahead, as it stands in `compute/README.md` ("The forecast
 * in parts"); a test holds the two together.
 */
export const MODEL_SCORES = { forecasts: 45106, listings: 40, held80: 0.799, held95: 0.947 } as const;

/** The figures that are true on the day of the build. */
function modelClaims(format: Format, page: MarketingClaim['page']): readonly MarketingClaim[] {
  const { forecasts, listings, held80, held95 } = MODEL_SCORES;
  const evidence = `Measured on ${format.count(forecasts)} past forecasts of ${listings} listings, ${DEFAULT_HORIZON_DAYS} trading days ahead`;
  return [
    { id: `${page}-held80`, held: held80, range: 80 },
    { id: `${page}-held95`, held: held95, range: 95 },
  ].map(({ id, held, range }) => ({
    id,
    page,
    value: format.shareTenths(held),
    label: `of outcomes ended inside the ${range}% range`,
    evidence,
  }));
}

/** The mode of this build: `measured` only when the setting says exactly that. */
export function parseClaimsMode(setting: string | undefined): ClaimsMode {
  return setting === 'measured' ? 'measured' : 'spec';
}

/** The figures that a page may show in a mode. */
export function claimsFor(page: MarketingClaim['page'], mode: ClaimsMode): readonly MarketingClaim[] {
  return CLAIMS.filter((claim) => claim.page === page && (mode === 'spec' || claim.evidence !== null));
}
