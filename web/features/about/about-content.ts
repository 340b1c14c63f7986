import { ChartCandlestick, ChartSpline, Gauge, History, MessagesSquare, Signal } from 'lucide-react';

/** Each text says what the product does today; marketing figures live in the claims module. */
export const FEATURES = [
  {
    icon: ChartSpline,
    title: 'Forecasts as ranges',
    text: 'A price path for 1, 7, 14 or 30 days, always drawn inside its confidence intervals.',
  },
  {
    icon: Signal,
    title: 'BUY/SELL/HOLD signals',
    text: 'Signals with confidence scores, and the inputs that led to each of them.',
  },
  {
    icon: History,
    title: 'A track record',
    text: 'The same model replayed over the past of the stock on screen, good or bad.',
  },
  {
    icon: ChartCandlestick,
    title: 'Technical charts',
    text: 'Candles, volume, a moving average, RSI, EMA and MACD by published formulas.',
  },
  {
    icon: MessagesSquare,
    title: 'Sentiment and news',
    text: 'Recent headlines and their scores, next to the gauge they add up to.',
  },
  {
    icon: Gauge,
    title: 'Performance by range',
    text: 'Change over a week up to a year, measured from the bars themselves.',
  },
] as const;

export const BENEFITS = [
  'You see the uncertainty and the number in the same place.',
  'You can check every figure against its source and time.',
  'You learn how the model did before you weigh what it says.',
  'You get the same charts on a phone and on a large screen.',
  'You can work by keyboard, in dark or light, with reduced motion.',
  'Your watchlists and statistics stay in your own browser.',
] as const;
