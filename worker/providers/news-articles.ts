import { patternOf, shortName, type Ticker } from '#compute';
import type { Article } from '../contract/contract.ts';
import type { RawArticle } from './market-data.ts';
import { isSameSymbol } from './venues/exchanges.ts';

/** Large companies exceed this in a week. */
const MAX_ARTICLES = 50;
const MAX_ITEMS = 500;
const MAX_HEADLINE_CHARACTERS = 300;
const MAX_SUMMARY_CHARACTERS = 600;
const MAX_LABEL_CHARACTERS = 120;
const MAX_LINK_CHARACTERS = 2048;
/** How far ahead a publisher's clock may be. */
const MAX_LEAD_SECONDS = 3600;
/** With fewer relevant articles, the others are shown too. */
const MIN_RELEVANT = 3;

/** Plain text, http(s) links, one article per headline, by relevance, then age; none from the future or without a headline. */
export function newsArticles(
  items: readonly RawArticle[],
  ticker: Ticker,
  name: string | null,
  nowSeconds: number,
): Article[] {
  const isNamed = companyMatcher(ticker, shortName(name ?? ''));
  const ranked = new Map<string, { readonly article: Article; readonly relevance: number }>();
  for (const item of items.slice(0, MAX_ITEMS)) {
    const article = toArticle(item);
    const { headline, summary, datetime } = article;
    const fingerprint = headline
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    const isTimely = datetime > 0 && datetime <= nowSeconds + MAX_LEAD_SECONDS;
    if (fingerprint === '' || !isTimely || ranked.has(fingerprint)) continue;
    const isFiled = item.related.some((symbol) => isSameSymbol(symbol, ticker));
    ranked.set(fingerprint, {
      article,
      relevance: isNamed(headline) ? 2 : isFiled || isNamed(summary) ? 1 : 0,
    });
  }
  const all = [...ranked.values()];
  const relevant = all.filter(({ relevance }) => relevance > 0);
  return (relevant.length >= MIN_RELEVANT ? relevant : all)
    .sort((a, b) => b.relevance - a.relevance || b.article.datetime - a.article.datetime)
    .slice(0, MAX_ARTICLES)
    .map(({ article }) => article);
}

function toArticle(item: RawArticle): Article {
  return {
    id: item.id.slice(0, MAX_LABEL_CHARACTERS),
    datetime: Number.isFinite(item.datetime) ? Math.floor(item.datetime) : 0,
    url: webLink(item.url, /^https?:$/),
    // The page may load images over https only.
    image: webLink(item.image, /^https:$/),
    headline: item.headline.trim().slice(0, MAX_HEADLINE_CHARACTERS),
    summary: item.summary.trim().slice(0, MAX_SUMMARY_CHARACTERS),
    source: item.source.trim().slice(0, MAX_LABEL_CHARACTERS),
  };
}

/** Returns a test whether a text names the company, by its short name if known, or by its symbol as headlines write symbols. */
function companyMatcher(ticker: Ticker, name: string): (text: string) => boolean {
  const symbol = patternOf(ticker);
  // One or two letters may be an ordinary word, unless they are in brackets or follow a dollar sign or an exchange.
  const bare = ticker.length > 2 ? `\\b${symbol}\\b|` : '';
  const bySymbol = new RegExp(`${bare}[($]${symbol}\\b|:\\s?${symbol}\\)`);
  const byName =
    name.length > 1 ? new RegExp(`(?<![\\p{L}\\p{N}])${patternOf(name)}(?![\\p{L}\\p{N}])`, 'iu') : null;
  return (text) => bySymbol.test(text) || (byName?.test(text) ?? false);
}

/** A feed's link if it is an absolute URL with an allowed scheme and without credentials, else `''`. */
function webLink(text: string, schemes: RegExp): string {
  if (text.length > MAX_LINK_CHARACTERS || !URL.canParse(text)) return '';
  const { protocol, username, password, href } = new URL(text);
  return schemes.test(protocol) && username === '' && password === '' ? href : '';
}
