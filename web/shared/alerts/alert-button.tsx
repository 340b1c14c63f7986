import type { HorizonDays } from '#compute';
import { Bell } from 'lucide-react';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { userAtom } from '../sign-in/auth.ts';
import { CountBadge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { overlayAtom } from '../ui/overlay.ts';
import { watchlistAtom } from '../user/watchlist.ts';

interface AlertButtonProps {
  readonly ticker: string;
  readonly horizonDays?: HorizonDays;
}

export function AlertButton({ ticker, ...horizon }: AlertButtonProps) {
  const setOverlay = useSetAtom(overlayAtom);
  const item = useAtomValueRawSync(watchlistAtom).find((each) => each.ticker === ticker);
  const count = item?.alerts.length ?? 0;
  if (useAtomValueRawSync(userAtom) === null) return null;
  return (
    <IconButton
      label={`Alerts for ${ticker}${count > 0 ? `: ${count}` : ''}`}
      aria-haspopup="dialog"
      onClick={() => setOverlay({ alertsFor: ticker, ...horizon })}
      icon={Bell}
      iconPx={20}
    >
      {count > 0 && <CountBadge count={count} />}
    </IconButton>
  );
}
