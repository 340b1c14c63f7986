import { Activity, ChartCandlestick, ChartSpline, MessagesSquare } from 'lucide-react';
import { FeatureGrid } from '../../shared/ui/feature-grid.tsx';

/** The four names are the specification's; the sentences say what the product really does. */
const FEATURES = [
  {
    icon: ChartSpline,
    title: 'AI-Powered Forecasts',
    text: 'A statistical model estimates a price path and a range for 1, 7, 14 or 30 days. The range is the answer; the path is its middle.',
  },
  {
    icon: ChartCandlestick,
    title: 'Advanced Technical Analysis',
    text: 'Candles with volume and a 20-period average, RSI, EMA and MACD, each computed by a published formula.',
  },
  {
    icon: MessagesSquare,
    title: 'Market Sentiment Analysis',
    text: 'Recent headlines scored from very bearish to very bullish. The headlines behind the score are listed.',
  },
  {
    icon: Activity,
    title: 'Live Market Data',
    text: 'Quotes name their source, exchange time and delay. When a source fails, the last good data is shown as such.',
  },
] as const;

/** Section "Smart Features" of the home page. */
export function SmartFeatures() {
  return <FeatureGrid heading="Smart Features" features={FEATURES} />;
}
