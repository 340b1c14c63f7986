import { areShortcutsOn } from '../shared/settings/settings-store.ts';
import { lazy, useEffect, useSyncExternalStore } from 'react';
import { onOverlayChange, openOverlay, showOverlay } from '../shared/state/overlay.ts';
import { isTyping } from '../shared/ui/text-input.ts';
import { FloatingPart } from '../shared/ui/part.tsx';

const SettingsDialog = lazy(async () => ({
  default: (await import('../features/settings/settings-dialog.tsx')).SettingsDialog,
}));
const CommandPalette = lazy(async () => ({
  default: (await import('../features/palette/command-palette.tsx')).CommandPalette,
}));
const ShortcutsSheet = lazy(async () => ({
  default: (await import('../features/palette/shortcuts-sheet.tsx')).ShortcutsSheet,
}));

const AccountDeleted = lazy(async () => ({
  default: (await import('../features/profile/account-deleted.tsx')).AccountDeleted,
}));

function close() {
  showOverlay(null);
}

/** The dialogs over every page, and the keys that open them: Ctrl or ⌘ K the palette, `?` the list of all keys. */
export function Overlays() {
  const overlay = useSyncExternalStore(onOverlayChange, openOverlay);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isPaletteKey =
        (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      if (isPaletteKey) {
        event.preventDefault();
        showOverlay(openOverlay() === 'palette' ? null : 'palette');
      } else if (event.key === '?' && areShortcutsOn() && !isTyping(event.target) && openOverlay() === null) {
        showOverlay('shortcuts');
      }
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <FloatingPart key={overlay} onDismiss={close}>
      {overlay === 'settings' && <SettingsDialog onClose={close} />}
      {overlay === 'palette' && <CommandPalette onClose={close} />}
      {overlay === 'shortcuts' && <ShortcutsSheet onClose={close} />}
      {overlay === 'account-deleted' && <AccountDeleted onClose={close} />}
    </FloatingPart>
  );
}
