import { useState } from 'react';
import { avatarLetter } from '../../shared/session/shown-name.ts';
import { useAuth } from '../../shared/session/use-auth.ts';
import { useTheme } from '../../shared/theme/use-theme.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { AccountStats } from './account-stats.tsx';
import { memberSince, providerName } from './account-words.ts';
import styles from './profile-page.module.css';
import { VerificationRequest, VerifiedBadge } from './verification.tsx';
import { VerifiedRecord } from './verified-record.tsx';

const THEMES = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
] as const;

const PRO_TIPS = [
  'Read the range before the line: the range is what the model knows.',
  'Compare the same stock at 7 and 30 days; the width tells you more than the path.',
  'Look at the track record of a stock before its signal.',
  'A signal describes the state of the trend so far. It does not know the news of tomorrow.',
] as const;

/** The account of the signed-in user. */
export function ProfilePage() {
  const { user, isAdmin } = useAuth();
  const { theme, setTheme } = useTheme();
  if (!user) return null;
  const name = user.displayName || 'User';
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <span className={styles.avatar} aria-hidden="true">
          {avatarLetter(user)}
        </span>
        <div className={styles.identity}>
          <h1>{name}</h1>
          <p className={styles.email}>
            {user.email} <VerifiedBadge isVerified={user.emailVerified} />{' '}
            {isAdmin && <Badge tone="accent">Admin</Badge>}
          </p>
          <p className={styles.since}>Member since {memberSince(user.creationTime)}</p>
          {!user.emailVerified && user.email !== null && <VerificationRequest />}
        </div>
        <SignOutButton />
      </header>

      <div className={styles.columns}>
        <div className={styles.column}>
          <Card title="Contact Information">
            <dl className={styles.facts}>
              <dt>Name</dt>
              <dd>{name}</dd>
              <dt>Email</dt>
              <dd>{user.email ?? 'None'}</dd>
              <dt>Provider</dt>
              <dd>{providerName(user.providerId)}</dd>
            </dl>
          </Card>
          <Card title="Appearance">
            <div className={styles.setting}>
              <p>Theme</p>
              <Segmented label="Theme" options={THEMES} value={theme} onChange={setTheme} />
            </div>
          </Card>
          <Card title="Security">
            <div className={styles.setting}>
              <p>Password</p>
              <ButtonLink href="/change-password" size="sm">
                Change
              </ButtonLink>
            </div>
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
            <AccountStats email={user.email} />
          </Card>
          <VerifiedRecord email={user.email ?? ''} />
        </div>
      </div>
    </div>
  );
}

function SignOutButton() {
  const { signOut } = useAuth();
  const [isBusy, setBusy] = useState(false);
  async function leave() {
    setBusy(true);
    await signOut();
    // Still here only when the sign-out failed.
    setBusy(false);
  }
  return (
    <Button variant="danger" busy={isBusy} busyLabel="Logging out..." onClick={() => void leave()}>
      Sign Out
    </Button>
  );
}
