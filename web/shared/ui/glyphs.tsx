import type { ReactNode } from 'react';

/**
 * The icons of the app shell. Their paths are Lucide's (ISC licence), like every icon of the app; written out here, which
 * keeps the package out of the entry that every visitor loads.
 */
function Glyph({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Three lines: opens the menu. Decorative, its button has the name. */
export function MenuGlyph() {
  return (
    <Glyph>
      <path d="M4 5h16M4 12h16M4 19h16" />
    </Glyph>
  );
}

/** To the dark theme. Decorative. */
export function MoonGlyph() {
  return (
    <Glyph>
      <path d="M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401" />
    </Glyph>
  );
}

/** Two sliders: opens the settings. Decorative. */
export function SettingsGlyph() {
  return (
    <Glyph>
      <path d="M14 17H5M19 7h-9" />
      <circle cx="17" cy="17" r="3" />
      <circle cx="7" cy="7" r="3" />
    </Glyph>
  );
}

/** To the light theme. Decorative. */
export function SunGlyph() {
  return (
    <Glyph>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2M12 20v2m-7.07-17.07 1.41 1.41m11.32 11.32 1.41 1.41M2 12h2m16 0h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41" />
    </Glyph>
  );
}
