import { MoonGlyph, SunGlyph } from '../ui/glyphs.tsx';
import { useTheme } from './use-theme.ts';

/** The switch between dark and light, as an icon button named by what it will do. */
export function ThemeToggle({ className }: { className?: string | undefined }) {
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'dark' ? SunGlyph : MoonGlyph;
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme';
  return (
    <button type="button" className={className} aria-label={label} title={label} onClick={toggleTheme}>
      <Icon />
    </button>
  );
}
