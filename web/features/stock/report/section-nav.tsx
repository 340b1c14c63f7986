import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useHeadlines } from '../use-listing.ts';
import styles from './section-nav.module.css';
import { hasEarlierForecast } from './since-yesterday-card.tsx';
import { listen } from '../../../shared/browser/listen.ts';

/** The report's headings: id and short name, in the document order of the one-column layout. */
function sectionsOf(data: Listing, hasSentiment: boolean) {
  return [
    { id: 'forecast', name: 'Forecast' },
    { id: 'track-record', name: 'Track record' },
    ...(hasEarlierForecast(data) ? [{ id: 'changes', name: 'Changes' }] : []),
    { id: 'chart', name: 'Chart' },
    { id: 'signals', name: 'Signals' },
    { id: 'performance', name: 'Performance' },
    { id: 'indicators', name: 'Indicators' },
    ...(hasSentiment ? [{ id: 'sentiment', name: 'Sentiment' }] : []),
    { id: 'news', name: 'News' },
    { id: 'stats', name: 'Stats' },
    ...(data.response.corporate_actions ? [{ id: 'dividends', name: 'Dividends' }] : []),
  ];
}

export function SectionNav({ data }: { data: Listing }) {
  const hasSentiment = useHeadlines(data.ticker).sentiment !== null;
  const sections = useMemo(() => sectionsOf(data, hasSentiment), [data, hasSentiment]);
  const nav = useRef<HTMLElement>(null);
  const current = useCurrentSection(nav, sections);

  // A focused link is visible and must stay so.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[href='#${current}']`);
    if (link && !nav.current?.contains(document.activeElement)) bringToCentre(link);
  }, [current]);

  return (
    <nav ref={nav} className={styles.nav} aria-label="Sections">
      <ul className={styles.list}>
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onFocus={({ currentTarget }) => {
                // Chromium does not scroll to a link that is partly visible. A link under the pointer must not move.
                if (currentTarget.matches(':focus-visible')) bringToCentre(currentTarget);
              }}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Centres a link by scrolling its list only; `scrollIntoView` would scroll the page too. */
function bringToCentre(link: HTMLElement): void {
  const list = link.closest('ul');
  list?.scrollTo({ left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2 });
}

/** A heading within this many pixels below the nav is current. Following a link puts the heading a little higher. */
const READ_WITHIN_PX = 32;

/** The id of the section scrolled to. After a link, its section stays current until the page is scrolled. */
function useCurrentSection(
  nav: RefObject<HTMLElement | null>,
  sections: ReturnType<typeof sectionsOf>,
): string {
  const [current, setCurrent] = useState(sections[0]?.id ?? '');
  const wanted = useRef(location.hash.slice(1));
  const linked = useRef({ id: '', scrollY: Number.NaN });

  useEffect(() => {
    const update = () => {
      const tops = sections.flatMap(({ id }) => {
        const heading = document.getElementById(id);
        return heading ? [{ id, top: heading.getBoundingClientRect().top }] : [];
      });
      const line = (nav.current?.getBoundingClientRect().bottom ?? 0) + READ_WITHIN_PX;
      const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      const isLinked = linked.current.scrollY === scrollY;
      setCurrent(isLinked ? linked.current.id : sectionAt(tops, line, isAtEnd ? innerHeight : null));
    };
    const markLinked = (id: string) => {
      linked.current = { id, scrollY };
      update();
    };
    // The page height would not tell: a card added to the shorter column does not change it.
    const added = new MutationObserver(() => openWanted());
    const openWanted = () => {
      if (scrollY > 0) wanted.current = '';
      const { current: id } = wanted;
      const heading = sections.some((section) => section.id === id) ? document.getElementById(id) : null;
      if (heading !== null) {
        heading.scrollIntoView();
        wanted.current = '';
        markLinked(id);
      }
      if (wanted.current === '') added.disconnect();
    };
    added.observe(document.body, { childList: true, subtree: true });
    openWanted();
    // Fires once at the start, then whenever cards appear or grow.
    const size = new ResizeObserver(update);
    size.observe(document.body);
    // The browser has scrolled by then.
    const hashchange = () => markLinked(location.hash.slice(1));
    const stopListening = listen(window, { scroll: update, hashchange }, { passive: true });
    return () => {
      size.disconnect();
      added.disconnect();
      stopListening();
    };
  }, [nav, sections]);
  return current;
}

/**
 * The id of the section whose heading passed `line` last. With two columns that is the lower heading, or the first of two at
 * the same height. Before any heading has passed it is the first section. At the end of the page, where the last headings cannot
 * reach the line, it is the last one above `end` (`null` elsewhere). Positions are in pixels from the top of the window.
 */
export function sectionAt(
  tops: readonly { readonly id: string; readonly top: number }[],
  line: number,
  end: number | null,
): string {
  if (end !== null) return tops.findLast(({ top }) => top < end)?.id ?? '';
  const passed = tops.filter(({ top }) => top <= line);
  const lowest = Math.max(...passed.map(({ top }) => top));
  return (passed.find(({ top }) => top === lowest) ?? tops[0])?.id ?? '';
}
