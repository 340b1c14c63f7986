import { lazyComponent } from '../shared/ui/loading.tsx';
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
  'account-deleted': lazyComponent(
    async () => (await import('../features/profile/account-deletion.tsx')).AccountDeleted,
  ),
} as const;

/** The open dialog. A chunk of its own, because every visitor loads the entry. */
export function OverlayDialog({ overlay, onClose }: { overlay: Overlay; onClose: () => void }) {
  const Dialog = DIALOGS[overlay];
  return <Dialog onClose={onClose} />;
}
