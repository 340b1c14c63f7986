import { Link } from 'wouter';
import { ProsePage, ProseSection } from '../../shared/ui/prose-page.tsx';
import { RUN_BY } from './operator.ts';

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
