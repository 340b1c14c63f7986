import { Link } from 'wouter';
import { ProsePage, ProseSection, ProseTable } from '../../shared/ui/page.tsx';

const OPERATOR = import.meta.env.VITE_OPERATOR;

const RUN_BY = OPERATOR ? `This site is run by ${OPERATOR}.` : 'This site’s operator has not given a name.';

/** URL that receives a signed-in user's token; unset unless the operator has configured one. */
const TOKEN_SERVER = import.meta.env.VITE_TOKEN_SYNC_URL;

export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy"
      lead="Candor shows no ads, does not track visitors and does not sell data. What you create here is stored for you, and you can export or delete it."
    >
      <ProseSection id="who" title="Who is responsible">
        <p>{RUN_BY} Candor is open source, so other sites that run it have other operators.</p>
      </ProseSection>

      <ProseSection id="browser" title="In your browser">
        <ProseTable
          caption="What this browser stores"
          headers={['What', 'For how long']}
          rows={[
            ['Theme and statistics', 'Until you clear them'],
            ['A copy of your account’s data', 'Until you sign out, clear it or delete the account'],
            ['Listings for use offline', 'The last 20, until you sign out or clear them'],
            ['Your sign-in', 'Until you sign out'],
          ]}
        />
        <p>
          Each account that signs in here has its own copy. When you sign out, Candor sends what your account
          doesn’t have yet, then removes the copy. Changes that can’t be sent stay here, hidden, until you
          sign in again. <Link href="/settings">Settings</Link> has a button that clears all of this except
          your sign-in. Candor itself sets no cookies.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          <strong>Your sign-in</strong> is stored by Firebase Authentication, a Google service: your email
          address, your name, when you signed up and last signed in, and a hash of your password, which cannot
          be turned back into the password. Your browser contacts Google when you sign in or are about to, and
          to check a stored sign-in.
        </p>
        <p>
          <strong>What you create here</strong> is stored in your own database on this site, hosted by
          Cloudflare, so that you have it in every browser you sign in with:
        </p>
        <ProseTable
          caption="What your account contains"
          headers={['What', 'For how long']}
          rows={[
            ['Watchlist with its order and groups, and alerts', 'Until you remove them'],
            ['Your triggered alerts', 'The last 500'],
            [
              'Browsers you allowed to notify you: push address and keys',
              'Until you sign out there, or the push service ends it',
            ],
            ['Settings, apart from the theme', 'Until you delete the account'],
            ['The last five tickers you opened', 'Until newer ones replace them'],
            ['Forecasts saved for you, and their outcomes', 'The last 2,000, until you clear them'],
            ['Chart layouts and drawings', 'Until you remove them'],
          ]}
        />
        <p>
          It is stored under an identifier that Google assigns to your account, without your name or email
          address. No page shows it to anyone but you, not even the operator’s page, but the operator could
          read it in the database itself. When you remove something, we keep its name for 90 days so that your
          other browsers remove it too: a listing’s or drawing’s ticker, a forecast’s ticker, date and
          horizon, an alert’s condition, a layout’s name.
        </p>
        <p>
          On <Link href="/profile">your profile</Link> you can see what your account contains, export all of
          it as a file, and delete it. Deletion takes effect immediately: first what you created, then your
          sign-in, then the copy in the browser you are using. Other browsers keep their copy until you sign
          out or clear it there. For two hours your database remembers that the account was deleted, so that
          nothing still in transit is stored again. After that, nothing is left of it. In case of damage,
          Cloudflare can restore a database to any point in the last 30 days. Anything deleted before then is
          gone for good.
        </p>
        {TOKEN_SERVER && (
          <p>
            While you are signed in, the operator’s server at {TOKEN_SERVER} receives proof of your identity
            and may set its own cookie.
          </p>
        )}
      </ProseSection>

      <ProseSection id="alerts" title="Alerts and notifications">
        <p>
          Your alerts are checked even when no page is open. To do this, the site keeps a list of alert levels
          outside your own database: the listing, the level and your account’s identifier. Removing an alert
          removes it from that list. An open page also checks your alerts, in your browser.
        </p>
        <p>
          If you allow notifications, each one goes through the push service of your browser’s maker, such as
          Google, Mozilla or Apple. It contains the ticker, what happened, the price and its time, encrypted
          so that only your browser can read it. The push service learns that this site sent something to your
          browser, and when. Signing out stops notifications in that browser.
        </p>
      </ProseSection>

      <ProseSection id="server" title="On the server">
        <ul>
          <li>
            <strong>Market data</strong> is stored by ticker for up to 30 days, with no record of who
            requested it.
          </li>
          <li>
            <strong>The public track record</strong> contains forecasts for a fixed list of tickers, and no
            personal data.
          </li>
          <li>
            <strong>Your network address</strong>, and your account’s identifier in a form that cannot be
            turned back, are used for one minute to limit how many requests one person can make. We do not
            store them. Cloudflare, which runs the servers, uses the address to deliver the page.
          </li>
          <li>
            <strong>Error logs</strong> record which ticker failed and why. They contain no names, email
            addresses or network addresses.
          </li>
        </ul>
      </ProseSection>

      <ProseSection id="others" title="Other companies’ servers">
        <ul>
          <li>
            <strong>Company logos and news images</strong> come from other servers. They see your network
            address and which image was requested (a logo’s name contains the ticker), but not the page you
            are on. Set “Data use” to “Reduced” in <Link href="/settings">Settings</Link> to load none of
            them.
          </li>
          <li>
            <strong>Market data</strong> is fetched by our server. The sources see the ticker and nothing
            about you.
          </li>
        </ul>
      </ProseSection>
    </ProsePage>
  );
}

export function TermsPage() {
  return (
    <ProsePage title="Terms" lead="What you can expect from Candor, and what you cannot.">
      <ProseSection id="advice" title="Not investment advice">
        <p>
          A forecast is an estimate with a range, made by a <Link href="/method">published model</Link>. Some
          outcomes will fall outside the range. The model knows nothing about your situation. What you buy or
          sell is your decision and your risk.
        </p>
      </ProseSection>

      <ProseSection id="data" title="The data">
        <p>
          Prices may be late, wrong or missing. The analysis page shows where each price comes from and{' '}
          <Link href="/data#delay">how late it is</Link>. Simulated prices are labeled. Check prices with your
          broker before you act on them.
        </p>
      </ProseSection>

      <ProseSection id="service" title="The service">
        <p>
          Candor is free to use, with no guarantee that it will be available. Requests from one network
          address are limited so that the service stays fast for everyone. Do not copy market data in bulk: it
          belongs to its sources.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          Keep your password to yourself, and use your own email address. We may close an account that is used
          to harm the service or other people. <Link href="/privacy">Privacy</Link> explains what is stored.
          You can export your data and delete your account at any time on{' '}
          <Link href="/profile">your profile</Link>. Deleted data cannot be restored, so export what you want
          to keep first.
        </p>
      </ProseSection>

      <ProseSection id="operator" title="Who runs it">
        <p>
          {RUN_BY} The software is released under the MIT license, which has its own terms. Third-party
          components are listed under <a href="/licences.txt">Licenses</a>.
        </p>
      </ProseSection>
    </ProsePage>
  );
}
