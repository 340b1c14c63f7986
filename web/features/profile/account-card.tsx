import type { ItemKind } from '#worker/contract';
import { startTransition, useActionState, useState } from 'react';
import type { Format } from '#compute';
import { accountApi } from '../../shared/sync/account-api.ts';
import { atom, useAtomValueRawSync, useStore } from '../../store.ts';
import { finishWork } from '../../shared/sign-in/auth.ts';
import { KINDS } from '../../shared/user/items.ts';
import { kindAtoms } from '../../shared/user/user-items.ts';
import type { RefusedChange } from '../../shared/sync/sync.ts';
import { syncReportAtom, type SyncReport } from '../../shared/sync/account-sync.ts';
import { download } from '../../shared/export/export-files.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { useNow } from '../../shared/ui/use-now.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import styles from './profile-page.module.css';
import { DeletionForm } from './account-deletion.tsx';

export function AccountCard() {
  const format = useFormat();
  const report = useAtomValueRawSync(syncReportAtom);
  const now = useNow();
  const [deletion, setDeletion] = useState<'idle' | 'asked' | 'declined'>('idle');
  const counts = useAtomValueRawSync(countsAtom);
  const isGone = report.phase === 'account_deleted';

  return (
    <Card
      title="Your data"
      footer={
        <div className={styles.controls}>
          {!isGone && <ExportButton />}
          {deletion !== 'asked' && (
            <Button
              size="sm"
              variant="danger"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the form that had the focus
              autoFocus={deletion === 'declined'}
              onClick={() => setDeletion('asked')}
            >
              {isGone ? 'Finish deleting account' : 'Delete account'}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.record}>
        {isGone ? (
          <Banner tone="info">
            Your data has been deleted, but your sign-in still exists. Finish deleting the account below.
          </Banner>
        ) : (
          <>
            <p className={styles.note}>
              Your data follows you to every browser you sign in with. While you’re offline, changes stay in
              this browser.
            </p>
            <DefinitionList rows={factsOf(format, counts, report.syncedAtMs !== null)} />
            <output className={styles.note}>
              {reportText(format, report, Math.max(now, report.syncedAtMs ?? 0))}
            </output>
            {report.refused.length > 0 && (
              <p className={styles.note}>{refusedText(format, report.refused)}</p>
            )}
          </>
        )}
        {deletion === 'asked' && <DeletionForm onCancel={() => setDeletion('declined')} />}
      </div>
    </Card>
  );
}

type Counts = Readonly<Record<ItemKind, number>>;

const countsAtom = atom(
  (get) => Object.fromEntries(KINDS.map((kind) => [kind, get(kindAtoms[kind]).values.size])) as Counts,
);

/** Before the first sync of the page, a missing item may still be in the account, so nothing is called empty. */
function factsOf(format: Format, counts: Counts, isSynced: boolean) {
  const empty = isSynced ? 'None yet' : 'Not synced yet';
  const counted = (kind: ItemKind, noun: string) => format.counted(counts[kind], noun);
  const facts = (kinds: readonly ItemKind[], text: string) =>
    kinds.every((kind) => counts[kind] === 0) ? empty : text;
  const forecasts = `${counted('forecast', 'forecast')}, ${counted('own_range', 'range')}, ${format.count(counts.outcome)} settled`;
  return [
    ['Watchlist', facts(['star', 'alert'], `${counted('star', 'listing')}, ${counted('alert', 'alert')}`)],
    ['Forecasts saved', facts(['forecast', 'own_range'], forecasts)],
    ['Holdings', facts(['holding'], counted('holding', 'position'))],
    [
      'Charts',
      facts(['layout', 'drawing'], `${counted('layout', 'layout')}, ${counted('drawing', 'drawing')}`),
    ],
    ['Settings', counts.setting > 0 ? 'Customized' : isSynced ? 'Defaults' : empty],
    ['Recent tickers', facts(['recent'], 'Up to 5')],
  ] as const;
}

export function reportText(format: Format, { phase, syncedAtMs, unsent }: SyncReport, now: number): string {
  const waiting = unsent === 0 ? '' : ` ${format.counted(unsent, 'change')} not sent yet.`;
  switch (phase) {
    case 'starting':
      return 'Syncing with your account…';
    case 'synced':
      return `Synced ${format.relativeTime((syncedAtMs ?? now) / 1000, null, now).toLowerCase()}.${waiting}`;
    case 'unreachable':
    case 'stopped':
      return `Waiting for a connection.${waiting}`;
    case 'storage_full':
      return 'This browser is out of storage for your data. Clear some site data and reload.';
    case 'unauthenticated':
      return `Sign out and back in to sync.${waiting}`;
    case 'outdated':
      return 'Your account has data from a newer version of Candor. Reload the page to sync.';
    default:
      return `Can’t sync right now. Candor keeps trying.${waiting}`;
  }
}

/** More names than these make the sentence hard to read. */
const MAX_NAMES = 5;

function refusedText(format: Format, refused: readonly RefusedChange[]): string {
  const names = refused.slice(0, MAX_NAMES).map(({ key }) => key);
  const others = refused.length - names.length;
  const list = others > 0 ? `${names.join(', ')} and ${format.count(others)} more` : names.join(', ');
  return refused.some(({ reason }) => reason === 'over_limit')
    ? `Your account is full. Not saved there: ${list}.`
    : `Couldn’t save these to your account; they stay in this browser: ${list}.`;
}

function ExportButton() {
  const { user, idToken } = useAuth();
  const store = useStore();
  const uid = user?.uid ?? '';
  const [hasFailed, save, isBusy] = useActionState(async () => {
    await finishWork(store);
    const exported = await accountApi(uid, idToken).exportAll();
    if (exported.ok) download('candor-account.json', exported.value, 'application/json');
    return !exported.ok;
  }, false);

  return (
    <>
      <Button size="sm" busy={isBusy} busyLabel="Exporting data…" onClick={() => startTransition(save)}>
        Export
      </Button>
      {hasFailed && (
        <p role="alert" className={styles.note}>
          Couldn’t export your data. Check your connection and try again.
        </p>
      )}
    </>
  );
}
