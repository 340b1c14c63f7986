import type { Format } from '#compute';
import { startTransition, useActionState, useEffect } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { avatarLetter, type SignedInUser } from '../../shared/sign-in/identity.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { ConfirmButton } from '../../shared/ui/ask-first.tsx';
import { withQueries } from '../../shared/api/query-client.tsx';
import { editAtom } from '../../shared/user/user-items.ts';
import { clearJournal } from '../../shared/user/forecast-journal.ts';
import { ownRangesAtom } from '../../shared/user/own-ranges.ts';
import { JournalResults, useJournal } from '../../shared/journal/journal-results.tsx';
import { Card, Tile, Tiles } from '../../shared/ui/card.tsx';
import { DefinitionList } from '../../shared/ui/data-table.tsx';
import { optionsOf, Segmented } from '../../shared/ui/field.tsx';
import { listen } from '../../shared/browser/listen.ts';
import { AsyncPart, onDemand, Skeleton } from '../../shared/ui/loading.tsx';
import { THEME_NAMES } from '../../shared/user/change-settings.ts';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { localStatsAtom } from '../../shared/user/local-stats.ts';
import { useTheme } from '../../shared/user/theme.tsx';
import styles from './profile-page.module.css';

const { page: AccountCard } = onDemand(() => import('./account-card.tsx'), 'AccountCard');
const { page: OwnRangesCard } = onDemand(() => import('./own-ranges-card.tsx'), 'OwnRangesCard');

const PRO_TIPS = [
  'Read the range before the line. The range is where the model’s skill is.',
  'Compare a stock at 7 and 30 days: the width tells you more than the path.',
  'Check a stock’s track record before its signal.',
  'A signal describes the trend so far. It doesn’t know tomorrow’s news.',
] as const;

export function ProfilePage() {
  const { user } = useAuth();
  const hasRanges = useAtomValueRawSync(ownRangesAtom).length > 0;
  if (!user) return null;
  return (
    <div className={styles.page}>
      <ProfileHead user={user} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Card
            title="Contact Information"
            footer={<Link href="/privacy">What we store about you, and where</Link>}
          >
            <DefinitionList
              rows={[
                ['Name', nameOf(user)],
                ['Email', user.email ?? 'None'],
                ['Provider', providerName(user.providerId)],
              ]}
            />
          </Card>
          <AppearanceCard />
          <Card title="Security">
            <div className={styles.setting}>
              <p>Password</p>
              <ButtonLink href="/change-password" size="sm">
                Change
              </ButtonLink>
            </div>
          </Card>
          <Card title="Sign out">
            <SignOut />
          </Card>
          <Card title="Pro Tips" className={styles.last ?? ''}>
            <ul className={styles.tips}>
              {PRO_TIPS.map((tip) => (
                <li key={tip}>{tip}</li>
              ))}
            </ul>
          </Card>
        </div>
        <div className={styles.column}>
          <Card title="Account Stats" footer="Stats update as you use the platform">
            <AccountStats />
          </Card>
          <JournalCard />
          {hasRanges && (
            <AsyncPart waiting={<Skeleton height={320} />}>
              <OwnRangesCard />
            </AsyncPart>
          )}
          <AsyncPart waiting={<Skeleton height={320} />}>
            <AccountCard />
          </AsyncPart>
        </div>
      </div>
    </div>
  );
}

function nameOf({ displayName }: SignedInUser): string {
  return displayName || 'User';
}

function ProfileHead({ user }: { user: SignedInUser }) {
  const { isAdmin } = useAuth();
  const format = useFormat();
  return (
    <header className={styles.head}>
      <span className={styles.avatar} aria-hidden="true">
        {avatarLetter(user)}
      </span>
      <div className={styles.identity}>
        <h1>{nameOf(user)}</h1>
        <p className={styles.email}>
          {user.email}{' '}
          <Badge tone={user.emailVerified ? 'gain' : 'neutral'}>
            {user.emailVerified ? 'Verified' : 'Not Verified'}
          </Badge>{' '}
          {isAdmin && <Badge tone="accent">Admin</Badge>}
        </p>
        <p className="caption">Member since {memberSince(format, user.creationTime)}</p>
        {!user.emailVerified && user.email !== null && <VerificationRequest />}
      </div>
    </header>
  );
}

function AppearanceCard() {
  const { theme, setTheme } = useTheme();
  return (
    <Card title="Appearance">
      <div className={styles.setting}>
        <p>Theme</p>
        <Segmented label="Theme" options={optionsOf(THEME_NAMES)} value={theme} onChange={setTheme} />
      </div>
      <div className={styles.setting}>
        <p>Colors, numbers, data use, shortcuts</p>
        <ButtonLink href="/settings" size="sm">
          All settings
        </ButtonLink>
      </div>
    </Card>
  );
}

function AccountStats() {
  const format = useFormat();
  const { predictions, stocksTracked, correctPredictions } = useAtomValueRawSync(localStatsAtom);
  return (
    <Tiles>
      <Tile label="Predictions Made" value={predictions} detail="Analyses in this browser" />
      <Tile label="Stocks Tracked" value={stocksTracked.length} detail="Distinct tickers" />
      <Tile
        label="Accuracy Rate"
        value={predictions === 0 ? '0%' : `${format.fixed((correctPredictions / predictions) * 100, 1)}%`}
        chip="Simulated"
        detail="Random, for demonstration only. Not a measurement."
      />
    </Tiles>
  );
}

const PROVIDER_NAMES: ReadonlyMap<string | null, string> = new Map([
  ['google.com', 'Google'],
  ['password', 'Email/Password'],
]);

export function providerName(providerId: string | null): string {
  return PROVIDER_NAMES.get(providerId) ?? providerId ?? 'Unknown';
}

export function memberSince(format: Format, creationTime: string | null): string {
  const instant = Date.parse(creationTime ?? '');
  if (Number.isNaN(instant)) return 'Unknown';
  return format.date(instant, null, 'long');
}

/** Mails the verification link, which opens elsewhere, and rechecks the user whenever this window regains focus. */
function VerificationRequest() {
  const { call } = useAuth();
  const [wasSent, send, isBusy] = useActionState(
    async () => (await call((client) => client.sendVerificationEmail())).ok,
    null,
  );

  useEffect(() => listen(window, { focus: () => void call((client) => client.reloadUser()) }), [call]);

  return (
    <div className={styles.verification}>
      <Button size="sm" busy={isBusy} busyLabel="Sending email…" onClick={() => startTransition(send)}>
        {wasSent ? 'Send again' : 'Send verification email'}
      </Button>
      <p role={wasSent === false ? 'alert' : 'status'} className={styles.note}>
        {wasSent && 'Verification email sent. Open the link in it, then come back here.'}
        {wasSent === false && 'Couldn’t send the verification email. Wait a moment and try again.'}
      </p>
    </div>
  );
}

function SignOut() {
  const { signOut } = useAuth();
  const [, leave, isBusy] = useActionState(() => signOut(), true);
  return (
    <div className={styles.signOut}>
      <Button busy={isBusy} busyLabel="Logging out..." onClick={() => startTransition(leave)}>
        Sign Out
      </Button>
      <p className={styles.note}>
        Your data is removed from this browser once it’s all in your account. Changes that can’t be sent stay
        here, hidden, until you sign in again.
      </p>
    </div>
  );
}

export const JournalCard = withQueries(() => {
  const format = useFormat();
  const edit = useSetAtom(editAtom);
  const { entries, isChecking, unreachable } = useJournal();

  return (
    <Card
      title="Verified hit rate"
      footer={
        entries.length > 0 && (
          <ConfirmButton
            action="Clear"
            label="Clear the forecast journal"
            question={`Clear ${format.counted(entries.length, 'saved forecast')}? This cannot be undone.`}
            className={styles.controls}
            onClear={() => edit(clearJournal('forecast'))}
          />
        )
      }
    >
      <div className={styles.record}>
        <p className={styles.note}>
          Each forecast you open on the analysis page is saved before its outcome is known, then checked
          against the close on its target date.
        </p>
        <JournalResults entries={entries} />
        <output className={styles.note}>
          {isChecking && 'Checking forecasts that are due…'}
          {!isChecking &&
            entries.length > 0 &&
            unreachable.length > 0 &&
            `Couldn’t get closing prices for ${unreachable.join(', ')}. These forecasts stay open and will be checked on your next visit.`}
        </output>
      </div>
    </Card>
  );
});
