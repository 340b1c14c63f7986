import { ClaimStrip } from '../../shared/claims/claim-strip.tsx';
import { LiveStocks } from './live-stocks.tsx';
import { SmartFeatures } from './smart-features.tsx';

/** The home page below the hero. */
export function HomeSections() {
  return (
    <>
      <LiveStocks />
      <SmartFeatures />
      <ClaimStrip page="home" />
    </>
  );
}
