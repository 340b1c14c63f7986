import type { HorizonDays } from '#compute';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { AsyncOverlay, lazyComponent } from '../ui/loading.tsx';
import { useAtomValueRawSync } from '../../store.ts';
import { userAtom } from '../sign-in/auth.ts';
import { CountBadge } from '../ui/badge.tsx';
import { watchlistAtom } from '../user/watchlist.ts';

const AlertDialog = lazyComponent(async () => (await import('./alert-dialog.tsx')).AlertDialog);

export function AlertButton(props: { readonly ticker: string; readonly horizonDays?: HorizonDays }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const item = useAtomValueRawSync(watchlistAtom).find(({ ticker }) => ticker === props.ticker);
  const count = item?.alerts.length ?? 0;
  if (useAtomValueRawSync(userAtom) === null) return null;
  return (
    <>
      <IconButton
        label={`Alerts for ${props.ticker}${count > 0 ? ` (${count})` : ''}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        icon={Bell}
        iconPx={20}
      >
        {count > 0 && <CountBadge count={count} />}
      </IconButton>
      {isOpen && (
        <AsyncOverlay onDismiss={close}>
          <AlertDialog {...props} onClose={close} />
        </AsyncOverlay>
      )}
    </>
  );
}
