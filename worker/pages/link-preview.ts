/** The head of a document that an app fetches to preview its link. */
import { linkPreviewTexts } from '#compute';
import type { Cached } from '../cache/stores.ts';
import type { Snapshot } from '../contract/snapshot-codec.ts';
import type { ShownListing } from '../first-screen/first-screen.ts';
import { html } from '../first-screen/markup.ts';
import { analysedFor, regionOfRequest } from './first-screen-html.ts';

/**
 * Parts of the `User-Agent` of agents that preview links, as their operators or their source state them. Readers in these apps'
 * browsers (`Pinterest/iOS`) must not match. Search engines get what readers get: they run scripts, and would store the prices.
 */
const AGENTS = [
  'Bluesky Cardyb',
  'Discordbot',
  // Facebook, Instagram, Messenger, Threads, iMessage.
  'facebookexternalhit',
  // Google Messages and Chat.
  'Google-PageRenderer',
  'LinkedInBot',
  'Mastodon/',
  // Teams and Outlook, now and before.
  'MicrosoftPreview',
  'SkypeUriPreview',
  'Pinterestbot',
  'Pinterest/0',
  'redditbot',
  'Slackbot',
  'TelegramBot',
  'Twitterbot',
  // Signal too.
  'WhatsApp/',
];

const AGENT = new RegExp(AGENTS.join('|'), 'i');

export function isPreviewAgent(request: Request): boolean {
  return AGENT.test(request.headers.get('User-Agent') ?? '');
}

/** A listing's public URL, with exactly the parameters on which the document depends. */
export function canonicalUrl(origin: string, { ticker, days }: ShownListing): string {
  return `${origin}/demo?${new URLSearchParams({ ticker, days: String(days) })}`;
}

/** Title, description and their Open Graph copies (https://ogp.me). Agents render no SVG, so the picture is a PNG for all listings. */
export function previewHead(
  cached: Cached<Snapshot>,
  listing: ShownListing,
  request: Request,
  nowMs: number,
): string {
  const { origin } = new URL(request.url);
  const { format, ...input } = analysedFor(cached, listing.days, regionOfRequest(request), nowMs);
  const { title, description } = linkPreviewTexts(format, input, nowMs);
  const properties = {
    type: 'website',
    site_name: 'Candor',
    title,
    description,
    url: canonicalUrl(origin, listing),
    image: `${origin}/share.png`,
    'image:alt': 'A price line that ends in a widening range',
  };
  return html`<title>${title}</title>
    <meta name="description" content="${description}" />
    ${Object.entries(properties).map(
      ([name, value]) => html`<meta property="og:${name}" content="${value}" />`,
    )}
    <meta name="twitter:card" content="summary_large_image" />`.text;
}

/** Puts a head in the place of the title and description at the start of a document. */
export function withHead(start: Uint8Array, head: string | null = null): Uint8Array {
  if (head === null) return start;
  const text = new TextDecoder().decode(start);
  return new TextEncoder().encode(text.replace(/<title>[^]*?<meta\s+name="description"[^>]*>/, () => head));
}
