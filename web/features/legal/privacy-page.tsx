import { Link } from 'wouter';
import { ProsePage, ProseSection, ProseTable } from '../../shared/ui/prose-page.tsx';
import { RUN_BY } from './operator.ts';

/** Where the build sends the token of a signed-in user; none unless the operator has set one. */
const TOKEN_SERVER = import.meta.env.VITE_TOKEN_SYNC_URL;

/** What is stored about a reader: where, for how long and by whom. */
export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy"
      lead="Candor shows no advertising, counts no visits and sells nothing that it knows of you. Most of what it remembers never leaves your browser."
    >
      <ProseSection id="who" title="Who is responsible">
        <p>{RUN_BY} Candor is open source: other installations have other operators.</p>
      </ProseSection>

      <ProseSection id="browser" title="In your browser">
        <ProseTable
          caption="What this browser stores"
          heads={['What', 'For how long']}
          rows={[
            { name: 'Theme and settings', values: ['Until you clear them'] },
            { name: 'Watchlist and alerts', values: ['Until you clear them'] },
            { name: 'Recent tickers and statistics', values: ['Until you clear them'] },
            { name: 'Forecasts that you were shown', values: ['Until you clear them'] },
            { name: 'Listings for use offline', values: ['The last 20, until you sign out or clear them'] },
            { name: 'Your sign-in', values: ['Until you sign out'] },
          ]}
        />
        <p>
          The lists are kept apart for each account that signs in. <Link href="/settings">Settings</Link> has
          a button that clears all of it except the sign-in. There are no cookies of ours.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          Accounts are kept by Firebase Authentication, a service of Google: your email address, your name,
          when you signed up and last signed in, and your password in a form that cannot be read back. Google
          is asked when you sign in, and to check a sign-in that this browser has stored.
        </p>
        {TOKEN_SERVER && (
          <p>
            While you are signed in, the operator’s server at {TOKEN_SERVER} is sent proof of who you are.
          </p>
        )}
        <p>To have an account deleted, ask the operator.</p>
      </ProseSection>

      <ProseSection id="server" title="On the server">
        <ul>
          <li>
            <strong>Market data</strong> is stored by ticker, for up to 30 days. Nothing says who asked for
            it.
          </li>
          <li>
            <strong>The public track record</strong> holds forecasts of a fixed list of listings, and no
            person’s data.
          </li>
          <li>
            <strong>Your network address</strong> is used for a minute to limit how many requests one address
            can make. We do not store it. Cloudflare, which runs the servers, handles it to deliver the page.
          </li>
          <li>
            <strong>Error logs</strong> hold the ticker that failed and why, and no names or addresses.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="others" title="Other servers">
        <ul>
          <li>
            <strong>Company logos and news pictures</strong> come from other servers, which see your network
            address but not the page that you are on. “Reduced” in the <Link href="/settings">settings</Link>{' '}
            loads none of them.
          </li>
          <li>
            <strong>Market data</strong> is fetched by our server. Its sources see the ticker, and nothing of
            you.
          </li>
        </ul>
      </ProseSection>
    </ProsePage>
  );
}
