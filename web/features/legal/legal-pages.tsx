import { Link } from 'wouter';
import { ProsePage, ProseSection, ProseTable } from '../../shared/ui/page.tsx';

const OPERATOR = import.meta.env.VITE_OPERATOR;

const RUN_BY = OPERATOR
  ? `This installation is run by ${OPERATOR}.`
  : 'The operator of this installation has not stated a name.';

/** Where the build sends the token of a signed-in user; none unless the operator has set one. */
const TOKEN_SERVER = import.meta.env.VITE_TOKEN_SYNC_URL;

export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy"
      lead="Candor shows no advertising, does not track visits and sells no data. What you make here is stored for you, and you can export or delete it."
    >
      <ProseSection id="who" title="Who is responsible">
        <p>{RUN_BY} Candor is open source: other installations have other operators.</p>
      </ProseSection>

      <ProseSection id="browser" title="In your browser">
        <ProseTable
          caption="What this browser stores"
          heads={['What', 'For how long']}
          rows={[
            ['Theme and statistics', 'Until you clear them'],
            ['A copy of your account’s data', 'Until you clear it or delete the account'],
            ['Listings for use offline', 'The last 20, until you sign out or clear them'],
            ['Your sign-in', 'Until you sign out'],
          ]}
        />
        <p>
          Each account that signs in has its own copy. It stays when you sign out, so that changes not yet
          sent are not lost. On a shared computer, clear it. <Link href="/settings">Settings</Link> has a
          button that clears all of this except the sign-in. We set no cookies.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          <strong>Your sign-in</strong> is kept by Firebase Authentication, a service of Google: your email
          address, your name, when you signed up and last signed in, and a hash of your password, which cannot
          be read back. The browser contacts Google when you sign in, and to check a stored sign-in.
        </p>
        <p>
          <strong>What you make here</strong> is stored in a database of your own in this installation, at
          Cloudflare, so that you find it in every browser you sign in with:
        </p>
        <ProseTable
          caption="What is in your account"
          heads={['What', 'For how long']}
          rows={[
            ['Watchlist with its order and groups, and alerts', 'Until you remove them'],
            ['What your alerts did', 'The last 500'],
            [
              'Browsers that you let notify you: push address and keys',
              'Until you sign out there, or the push service ends it',
            ],
            ['Settings, apart from the theme', 'Until you delete the account'],
            ['The last five tickers you looked at', 'Until newer ones replace them'],
            ['Forecasts you were shown, and their outcomes', 'The last 2,000, until you clear them'],
            ['Layouts and drawings of charts', 'Until you remove them'],
          ]}
        />
        <p>
          It is stored under an identifier that Google gives your account, without your name or address. No
          page shows it to anyone but you, not even the operator’s page. The operator could read it in the
          database itself. When you remove something, its name is kept for 90 days, so that your other
          browsers remove it too: the ticker of a listing or a drawing, the ticker, date and horizon of a
          forecast, the rule of an alert, the name of a layout.
        </p>
        <p>
          <Link href="/profile">Your profile</Link> shows what is in your account, exports all of it as a
          file, and deletes it. A deletion takes effect immediately: what you made, then your sign-in, then
          the copy in the browser that you use for it. Other browsers keep their copy until you clear it
          there. For two hours your database remembers that the account was deleted, so that nothing still in
          transit is stored again; then nothing of it is left. Cloudflare can restore a database as it was at
          a moment of the last 30 days, in case it is damaged; what was deleted before that is gone for good.
        </p>
        {TOKEN_SERVER && (
          <p>
            While you are signed in, the operator’s server at {TOKEN_SERVER} receives proof of who you are.
          </p>
        )}
      </ProseSection>

      <ProseSection id="alerts" title="Alerts and notifications">
        <p>
          Alerts are checked while no page is open. For that this installation keeps, outside your own
          database, a list of the levels that are waited for: listing, level and your account’s identifier. An
          alert leaves it when you remove it. An open page checks your alerts too, in your browser.
        </p>
        <p>
          If you allow notifications, one goes through the push service of your browser’s vendor, such as
          Google, Mozilla or Apple. It holds the ticker, what happened, the price and its time, encrypted for
          your browser alone. The vendor learns that this installation sent something to your browser, and
          when. Signing out ends it.
        </p>
      </ProseSection>

      <ProseSection id="server" title="On the server">
        <ul>
          <li>
            <strong>Market data</strong> is stored by ticker for up to 30 days, with no note of who asked for
            it.
          </li>
          <li>
            <strong>The public track record</strong> contains forecasts for a fixed list of tickers, and no
            personal data.
          </li>
          <li>
            <strong>Your network address</strong>, and your account’s identifier in a form that cannot be read
            back, are used for one minute to limit how many requests a person can make. We do not store them.
            Cloudflare, which runs the servers, handles the address to deliver the page.
          </li>
          <li>
            <strong>Error logs</strong> record which ticker failed and why, and no names or addresses.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="others" title="Other servers">
        <ul>
          <li>
            <strong>Company logos and news pictures</strong> come from other servers, which see your network
            address but not the page you are on. “Reduced” in the <Link href="/settings">settings</Link> loads
            none of them.
          </li>
          <li>
            <strong>Market data</strong> is fetched by our server. Its sources see the ticker, and nothing
            about you.
          </li>
        </ul>
      </ProseSection>
    </ProsePage>
  );
}

export function TermsPage() {
  return (
    <ProsePage title="Terms" lead="What you may expect of Candor, and what you may not.">
      <ProseSection id="advice" title="Not investment advice">
        <p>
          A forecast is an estimate by a <Link href="/method">published model</Link> with a range. Some
          outcomes fall outside it. It knows nothing about your situation. What you buy or sell is your
          decision and your risk.
        </p>
      </ProseSection>

      <ProseSection id="data" title="The data">
        <p>
          Prices may be late, wrong or missing. The analysis page says who supplied each price and{' '}
          <Link href="/data#delay">how late it is</Link>; simulated prices are labelled. Check a price with
          your broker before you act on it.
        </p>
      </ProseSection>

      <ProseSection id="service" title="The service">
        <p>
          Candor is free to use and comes with no promise that it will be available. Requests from one network
          address are limited, so that the service stays fast for all. Please do not copy the market data out
          of it in bulk: it belongs to its sources.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          Keep your password to yourself, and use your own email address. An account used to harm the service
          or other people can be closed. <Link href="/privacy">Privacy</Link> says what is stored. You can
          export it and delete the account at any time, on <Link href="/profile">your profile</Link>. Deleted
          data cannot be restored: first export what you want to keep.
        </p>
      </ProseSection>

      <ProseSection id="operator" title="Who runs it">
        <p>
          {RUN_BY} The software is under the MIT licence, which has terms of its own; the parts that it is
          made of are in the <a href="/licences.txt">licences</a>.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
