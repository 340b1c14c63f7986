import { Button } from '../shared/ui/button.tsx';
import { lazyComponent } from '../shared/ui/loading.tsx';
import { Toast } from '../shared/ui/modal.tsx';
import type { Overlay } from '../shared/ui/overlay.ts';

const DIALOGS = {
  settings: lazyComponent(
    async () => (await import('../features/settings/settings-panel.tsx')).SettingsDialog,
  ),
  palette: lazyComponent(
    async () => (await import('../features/palette/command-palette.tsx')).CommandPalette,
  ),
  shortcuts: lazyComponent(
    async () => (await import('../features/palette/shortcuts-sheet.tsx')).ShortcutsSheet,
  ),
} as const;

/** The open dialog or notice. A chunk of its own, because every visitor loads the entry. */
export function OverlayDialog({ overlay, onClose }: { overlay: Overlay; onClose: () => void }) {
  if (typeof overlay === 'string') {
    const Dialog = DIALOGS[overlay];
    return <Dialog onClose={onClose} />;
  }
  const { text, undo } = overlay;
  return (
    <Toast
      isOpen
      onDismiss={onClose}
      action={
        undo && (
          <Button
            size="sm"
            onClick={() => {
              undo();
              onClose();
            }}
          >
            Undo
          </Button>
        )
      }
    >
      {text}
    </Toast>
  );
}
