import { useDeferredValue } from 'react';
import { Button } from '../shared/ui/button.tsx';
import { lazyComponent } from '../shared/ui/loading.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import type { Notice, Overlay } from '../shared/ui/overlay.ts';

const DIALOGS = {
  settings: lazyComponent(() => import('../features/settings/settings-panel.tsx'), 'SettingsDialog'),
  palette: lazyComponent(() => import('../features/palette/command-palette.tsx'), 'CommandPalette'),
  shortcuts: lazyComponent(() => import('../features/palette/shortcuts-sheet.tsx'), 'ShortcutsSheet'),
} as const;

const Alerts = lazyComponent(() => import('../shared/alerts/alert-dialog.tsx'), 'AlertDialog');

/** The open dialog or notice. A chunk of its own, because every visitor loads the entry. */
export function OverlayDialog({ overlay, onClose }: { overlay: Overlay; onClose: () => void }) {
  if (typeof overlay === 'string') {
    const Dialog = DIALOGS[overlay];
    return <Dialog onClose={onClose} />;
  }
  if ('alertsFor' in overlay) return <Alerts ticker={overlay.alertsFor} {...overlay} onClose={onClose} />;
  return <NoticeToast notice={overlay} onClose={onClose} />;
}

function NoticeToast({ notice: { text, undo }, onClose }: { notice: Notice; onClose: () => void }) {
  // Closed at first, because screen readers may ignore a region that is added with its text.
  const isOpen = useDeferredValue(true, false);
  const undoButton = undo && (
    <Button
      size="sm"
      onClick={() => {
        undo();
        onClose();
      }}
    >
      Undo
    </Button>
  );
  return (
    <Toast isOpen={isOpen} onDismiss={onClose} action={undoButton}>
      {text}
    </Toast>
  );
}
