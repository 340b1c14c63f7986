import { useEffect, useState } from 'react';
import { useAuth } from '../../shared/session/use-auth.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import styles from './profile-page.module.css';

type MailState = 'idle' | 'busy' | 'sent' | 'failed';

/** Whether the user's address is verified. */
export function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  return <Badge tone={isVerified ? 'gain' : 'neutral'}>{isVerified ? 'Verified' : 'Not Verified'}</Badge>;
}

/**
 * For an address that is not verified: mails the link. The link opens elsewhere, so the provider is asked again each
 * time the user comes back to this window.
 */
export function VerificationRequest() {
  const { sendVerificationEmail, reloadUser } = useAuth();
  const [state, setState] = useState<MailState>('idle');

  useEffect(() => {
    const ask = () => void reloadUser();
    addEventListener('focus', ask);
    return () => removeEventListener('focus', ask);
  }, [reloadUser]);

  async function send() {
    setState('busy');
    const sent = await sendVerificationEmail();
    setState(sent.ok ? 'sent' : 'failed');
  }

  return (
    <div className={styles.verification}>
      <Button size="sm" busy={state === 'busy'} busyLabel="Sending..." onClick={() => void send()}>
        {state === 'sent' ? 'Send again' : 'Send verification email'}
      </Button>
      <p role={state === 'failed' ? 'alert' : 'status'} className={styles.note}>
        {state === 'sent' && 'Verification email sent. Open its link, then come back here.'}
        {state === 'failed' && 'Could not send the verification email. Wait a moment and try again.'}
      </p>
    </div>
  );
}
