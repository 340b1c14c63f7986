import { Link } from 'wouter';
import { ProsePage, ProseSection, ProseTable } from '../../shared/ui/page.tsx';

const OPERATOR = import.meta.env.VITE_OPERATOR;

/** Who runs this installation and how to reach them, from the build's setting. */
const RUN_BY = OPERATOR
  ? `This installation is run by ${OPERATOR}.`
  : 'The operator of this installation has not stated a name.';

/** Where the build sends the token of a signed-in user; none unless the operator has set one. */
const TOKEN_SERVER = import.meta.env.VITE_TOKEN_SYNC_URL;

/** What is stored about a reader: where, for how long and by whom. */
export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy"
      lead="Candor shows no advertising, counts no visits and sells nothing that it knows of you. What you make here is kept for you, and you can take it along or delete it."
    >
      <ProseSection id="who" title="Who is responsible">
        <p>{RUN_BY} Candor is open source: other installations have other operators.</p>
      </ProseSection>

      <ProseSection id="browser" title="In your browser">
        <ProseTable
          caption="What this browser stores"
          heads={['What', 'For how long']}
          rows={[
            { name: 'Theme and statistics', values: ['Until you clear them'] },
            {
              name: 'A copy of what your account holds',
              values: ['Until you clear it or delete the account'],
            },
            { name: 'Listings for use offline', values: ['The last 20, until you sign out or clear them'] },
            { name: 'Your sign-in', values: ['Until you sign out'] },
          ]}
        />
        <p>
          Each account that signs in has a copy of its own. It stays when you sign out, so that what could not
          be sent is not lost: on a computer that others use, clear it. <Link href="/settings">Settings</Link>{' '}
          has a button that clears all of this except the sign-in. There are no cookies of ours.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          <strong>Your sign-in</strong> is kept by Firebase Authentication, a service of Google: your email
          address, your name, when you signed up and last signed in, and your password in a form that cannot
          be read back. Google is asked when you sign in, and to check a sign-in that this browser has stored.
        </p>
        <p>
          <strong>What you make here</strong> is kept in this installation’s own database, at Cloudflare, so
          that it is there in every browser that you sign in with:
        </p>
        <ProseTable
          caption="What your account holds"
          heads={['What', 'For how long']}
          rows={[
            { name: 'Watchlist with its order and groups, and alerts', values: ['Until you remove them'] },
            { name: 'Settings, apart from the theme', values: ['Until you delete the account'] },
            { name: 'The five tickers that you looked at last', values: ['Until others take their place'] },
            {
              name: 'Forecasts that you were shown, and their outcome',
              values: ['The last 2,000, until you clear them'],
            },
            { name: 'Layouts and drawings of charts', values: ['Until you remove them'] },
          ]}
        />
        <p>
          It is filed under an identifier that Google gives your account, without your name or address. Nobody
          but you sees it on any page; the operator’s own page has totals only. Whoever runs the database
          could read it there. What you remove is remembered for 90 days by its name only, so that your other
          browsers remove it too: the ticker of a listing or a drawing, the ticker, date and horizon of a
          forecast, the rule of an alert, the name of a layout.
        </p>
        <p>
          <Link href="/profile">Your profile</Link> shows what your account holds, gives you all of it as a
          file, and deletes it. A deletion takes effect at once: what you made, then your sign-in, then the
          copy in the browser that you use for it. Another browser has its copy until you clear it there. For
          two hours the server remembers, in a form that cannot be read back, which account was deleted, so
          that nothing still on its way is stored again. Cloudflare can restore the database as it was at a
          moment of the last 30 days, in case it is damaged; what was deleted before that is gone for good.
        </p>
        {TOKEN_SERVER && (
          <p>
            While you are signed in, the operator’s server at {TOKEN_SERVER} is sent proof of who you are.
          </p>
        )}
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
            <strong>Your network address</strong>, and your account’s identifier in a form that cannot be read
            back, are used for a minute to limit how many requests one reader can make. We do not store them.
            Cloudflare, which runs the servers, handles the address to deliver the page.
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

/** What a reader may expect of this installation, and what not. */
export function TermsPage() {
  return (
    <ProsePage title="Terms" lead="What you may expect of Candor, and what you may not.">
      <ProseSection id="advice" title="Not investment advice">
        <p>
          A forecast is an estimate by a <Link href="/method">published model</Link> with a range. Some
          outcomes fall outside it. It knows nothing of your situation. What you buy or sell is your decision
          and your risk.
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
          Candor is free to use and comes without a promise that it is there tomorrow. Requests from one
          network address are limited, so that everybody is served. Please do not copy the market data out of
          it in bulk: it belongs to its sources.
        </p>
      </ProseSection>

      <ProseSection id="account" title="Your account">
        <p>
          Keep your password to yourself, and use an address that is yours. An account that is used to harm
          the service or others can be closed. <Link href="/privacy">Privacy</Link> says what is stored. You
          can export it and delete the account at any time, on <Link href="/profile">your profile</Link>. What
          is deleted does not come back: keep a copy of what you could not do without.
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
