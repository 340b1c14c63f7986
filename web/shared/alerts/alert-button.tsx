import type { HorizonDays } from '#compute';
import { Bell } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button.tsx';
import { AsyncOverlay, lazyComponent } from '../ui/loading.tsx';
import { useAtomValueRawSync } from '../../store.ts';
import { userAtom } from '../sign-in/auth.ts';

const AlertDialog = lazyComponent(async () => (await import('./alert-dialog.tsx')).AlertDialog);

export function AlertButton(props: { readonly ticker: string; readonly horizonDays: HorizonDays }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  if (useAtomValueRawSync(userAtom) === null) return null;
  return (
    <>
      <IconButton
        label={`Alerts for ${props.ticker}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        icon={Bell}
        iconPx={20}
      />
      {isOpen && (
        <AsyncOverlay onDismiss={close}>
          <AlertDialog {...props} onClose={close} />
        </AsyncOverlay>
      )}
    </>
  );
}
