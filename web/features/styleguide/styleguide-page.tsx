import { useState, type ReactNode } from 'react';
import { Badge, Delta } from '../../shared/ui/badge.tsx';
import { Banner, EmptyState } from '../../shared/ui/banner.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Card, Tile } from '../../shared/ui/card.tsx';
import { Field, Segmented, Select } from '../../shared/ui/field.tsx';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { Toast } from '../../shared/ui/modal.tsx';
import styles from './styleguide-page.module.css';

const HORIZONS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '14', label: '14 days' },
] as const;
type Horizon = (typeof HORIZONS)[number]['value'];

const RANGES = [
  { value: '1W', label: '1W' },
  { value: '1M', label: '1M' },
  { value: 'ALL', label: 'ALL', disabled: true },
] as const;
type Range = (typeof RANGES)[number]['value'];

/** Every token and every shared component in every state, in development builds only. Switch the theme in the header. */
export function StyleguidePage() {
  return (
    <div className={styles.page}>
      <h1>Style guide</h1>
      <ColourTokens />
      <TypeTokens />
      <SpaceTokens />
      <Buttons />
      <Fields />
      <Choices />
      <Figures />
      <Messages />
      <Loading />
    </div>
  );
}

function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={styles.specimen}>
      <h2>{title}</h2>
      <div className={styles.states}>{children}</div>
    </section>
  );
}

const GROUNDS = ['page', 'surface', 'raised'] as const;
const INKS = ['text', 'text-2', 'text-3', 'accent', 'gain', 'loss', 'neutral', 'danger'] as const;
const SOFT = ['accent', 'gain', 'loss', 'neutral', 'danger'] as const;
const LINES = ['line', 'line-strong', 'control-line', 'focus'] as const;

/** Inks on every ground, soft grounds with their ink, and lines. */
function ColourTokens() {
  return (
    <Specimen title="Colour">
      {GROUNDS.map((ground) => (
        <div key={ground} className={styles.swatch} style={{ background: token(ground) }}>
          <code>{ground}</code>
          {INKS.map((ink) => (
            <span key={ink} style={{ color: token(ink) }}>
              {ink}
            </span>
          ))}
        </div>
      ))}
      <div className={styles.row}>
        {SOFT.map((tone) => (
          <span
            key={tone}
            className={styles.swatch}
            style={{
              background: token(`${tone}-soft`),
              color: token(tone === 'neutral' ? 'text-2' : tone),
            }}
          >
            {tone}-soft
          </span>
        ))}
      </div>
      <div className={styles.row}>
        {LINES.map((line) => (
          <span key={line} className={styles.swatch} style={{ borderColor: token(line) }}>
            {line}
          </span>
        ))}
      </div>
    </Specimen>
  );
}

const FONTS = ['12', '13', '14', '16', '20', '28', '40'] as const;

/** The type scale, with digits that align. */
function TypeTokens() {
  return (
    <Specimen title="Type">
      {FONTS.map((size) => (
        <p key={size} style={{ fontSize: token(`font-${size}`) }}>
          <code>{size}</code> Close 1,234.56 · 7,890.12
        </p>
      ))}
    </Specimen>
  );
}

const SPACES = ['1', '2', '3', '4', '5', '6', '7', '8'] as const;
const RADII = ['control', 'card'] as const;

/** The steps of space, and the two radii. */
function SpaceTokens() {
  return (
    <Specimen title="Space and radius">
      {SPACES.map((step) => (
        <div key={step} className={styles.row}>
          <code>{step}</code>
          <span className={styles.step} style={{ width: token(`space-${step}`) }} />
        </div>
      ))}
      <div className={styles.row}>
        {RADII.map((radius) => (
          <span key={radius} className={styles.swatch} style={{ borderRadius: token(`radius-${radius}`) }}>
            {radius}
          </span>
        ))}
      </div>
    </Specimen>
  );
}

function Buttons() {
  return (
    <Specimen title="Button">
      {(['primary', 'quiet', 'danger'] as const).map((variant) => (
        <div key={variant} className={styles.row}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="sm">
            small
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} busy busyLabel="Signing in...">
            busy
          </Button>
        </div>
      ))}
      <ButtonLink href="/styleguide">A link that looks like one</ButtonLink>
    </Specimen>
  );
}

function Fields() {
  const [horizon, setHorizon] = useState<Horizon>('7');
  return (
    <Specimen title="Field and select">
      <Field label="Empty" placeholder="AAPL" />
      <Field label="With a hint" hint="As you registered it" defaultValue="ada@example.com" />
      <Field label="Wrong" error="The email address looks invalid." defaultValue="ada@" />
      <Field label="Disabled" disabled defaultValue="AAPL" />
      <Select label="Select" options={HORIZONS} value={horizon} onChange={setHorizon} />
    </Specimen>
  );
}

function Choices() {
  const [range, setRange] = useState<Range>('1M');
  return (
    <Specimen title="Segmented">
      <Segmented label="Range" options={RANGES} value={range} onChange={setRange} />
    </Specimen>
  );
}

function Figures() {
  return (
    <Specimen title="Badge, delta, tile, card, table">
      <div className={styles.row}>
        <Badge tone="gain">BUY</Badge>
        <Badge tone="loss">SELL</Badge>
        <Badge tone="neutral">HOLD</Badge>
        <Badge tone="accent">Simulated prices</Badge>
      </div>
      <div className={styles.row}>
        <Delta value={1.34} text="+1.34%" />
        <Delta value={-2.18} text="−2.18%" />
        <Delta value={0} text="+0.00%" />
        <Delta value={Number.NaN} text="N/A" />
      </div>
      <Tile label="Current Price" value="$205.62" detail="Close of Nov 13" />
      <Tile label="Expected Change" value="+0.12%" tone="gain" detail="80% between −1.9% and +2.1%" />
      <Tile label="Accuracy Rate" value="71.4%" chip="Simulated" />
      <Card
        title="Card"
        subtitle="With everything"
        actions={<Button size="sm">Action</Button>}
        footer="Source · time"
      >
        The body
      </Card>
    </Specimen>
  );
}

function Messages() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Specimen title="Banner, toast, empty state">
      <Banner tone="error" title="Error" action={<Button>Try again</Button>}>
        Failed to fetch data
      </Banner>
      <Banner tone="info">Local sign-in is not running.</Banner>
      <Banner tone="success">Password updated successfully!</Banner>
      <Button onClick={() => setOpen(true)}>Show a toast</Button>
      <Toast isOpen={isOpen} onDismiss={() => setOpen(false)} action={<Button size="sm">Reload</Button>}>
        Update ready
      </Toast>
      <Card title="Latest News">
        <EmptyState title="No news in the last 7 days" action={<Button size="sm">Look again</Button>}>
          The sources answered; there was nothing in them.
        </EmptyState>
      </Card>
    </Specimen>
  );
}

function Loading() {
  return (
    <Specimen title="Spinner and skeleton">
      <Spinner label="Loading stock data..." />
      <Skeleton width={220} height={16} />
      <Skeleton height={64} />
    </Specimen>
  );
}

/** The value of a design token. */
function token(name: string): string {
  return `var(--${name})`;
}
