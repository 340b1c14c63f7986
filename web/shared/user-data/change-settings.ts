/** Choosing settings: loaded with the pages that offer it, where reading them is part of every page. */
import { readText, writeText } from './browser-storage.ts';
import { documentText } from './document-text.ts';
import { storedFields, storedItems } from './documents.ts';
import { parseSettings, SETTINGS_KEY, type Settings } from './settings.ts';

/** The text with some choices more. What is in force already is no choice, and those of a later build stay. */
export function withChoices(text: string | null, change: Partial<Settings>): string {
  const fields = storedFields(text);
  const current = parseSettings(text);
  const chosen = Object.entries(change)
    .filter(([name, choice]) => choice !== current[name as keyof Settings])
    .map(([name, choice]) => [name, { choice }] as const);
  return documentText({ setting: new Map([...storedItems(fields, 'setting'), ...chosen]) }, fields);
}

/** Changes some settings here and for the next visit. Where storage refuses, they last as long as the page. */
export function changeSettings(change: Partial<Settings>): void {
  writeText(SETTINGS_KEY, withChoices(readText(SETTINGS_KEY), change));
}
