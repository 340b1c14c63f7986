import { Link } from 'wouter';
import { hasForecast, type ListingData } from '../listing-data.ts';
import styles from '../report/cards.module.css';

interface WorkbenchLinkProps {
  readonly data: ListingData;
  /** More of the address, as the workbench reads it. */
  readonly view?: Readonly<Record<string, string>>;
}

/** Opens a listing in the chart workbench, which finds what this page has loaded. */
export function WorkbenchLink({ data, view }: WorkbenchLinkProps) {
  const days = hasForecast(data) ? { days: String(data.analysis.forecast.horizonDays) } : {};
  const query = new URLSearchParams({ ticker: data.response.ticker, ...days, ...view });
  return (
    <Link href={`/workbench?${query}`} className={styles.inlineLink ?? ''}>
      Workbench
    </Link>
  );
}
