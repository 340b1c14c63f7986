import { lazy } from 'react';
import type { Overlay } from '../shared/ui/overlay.ts';

const DIALOGS = {
  settings: lazy(async () => ({
    default: (await import('../features/settings/settings-panel.tsx')).SettingsDialog,
  })),
  palette: lazy(async () => ({
    default: (await import('../features/palette/command-palette.tsx')).CommandPalette,
  })),
  shortcuts: lazy(async () => ({
    default: (await import('../features/palette/shortcuts-sheet.tsx')).ShortcutsSheet,
  })),
  'account-deleted': lazy(async () => ({
    default: (await import('../features/profile/account-deletion.tsx')).AccountDeleted,
  })),
} as const;

/** The dialog that is open over the page. Apart from the entry, which every visitor loads. */
export function OverlayDialog({ overlay, onClose }: { overlay: Overlay; onClose: () => void }) {
  const Dialog = DIALOGS[overlay];
  return <Dialog onClose={onClose} />;
}
