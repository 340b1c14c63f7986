import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { ListingData } from '../listing-data.ts';
import styles from './section-nav.module.css';
import { hasEarlierForecast } from './since-yesterday-card.tsx';
import { listen } from '../../../shared/ui/listen.ts';

/** A part of the report: the id of its heading, and a short name for it. */
interface Section {
  readonly id: string;
  readonly name: string;
}

/** The sections that the report of a listing has, in the order of the document in one column. */
function sectionsOf(data: ListingData): readonly Section[] {
  const { sentiment, response } = data;
  return [
    { id: 'forecast', name: 'Forecast' },
    { id: 'track-record', name: 'Track record' },
    ...(hasEarlierForecast(data) ? [{ id: 'changes', name: 'Changes' }] : []),
    { id: 'chart', name: 'Chart' },
    { id: 'signals', name: 'Signals' },
    { id: 'performance', name: 'Performance' },
    { id: 'indicators', name: 'Indicators' },
    ...(sentiment === null ? [] : [{ id: 'sentiment', name: 'Sentiment' }]),
    { id: 'news', name: 'News' },
    { id: 'stats', name: 'Stats' },
    ...(response.corporate_actions ? [{ id: 'dividends', name: 'Dividends' }] : []),
  ];
}

/** Links to the sections of the report, with a mark on the one that is read. */
export function SectionNav({ data }: { data: ListingData }) {
  const sections = useMemo(() => sectionsOf(data), [data]);
  const nav = useRef<HTMLElement>(null);
  const current = useCurrentSection(nav, sections);

  // A link that has the focus is in sight, and stays there.
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
                // Chromium leaves a link that it sees a part of. One under a pointer stays where it is.
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

/** Scrolls the list of the links and nothing else, as `scrollIntoView` would. */
function bringToCentre(link: HTMLElement): void {
  const list = link.closest('ul');
  list?.scrollTo({ left: link.offsetLeft - (list.clientWidth - link.offsetWidth) / 2 });
}

/** A heading counts as read from here on, in pixels below the nav. A link puts its heading a little higher. */
const READ_WITHIN_PX = 32;

/**
 * The section that the reader has scrolled to. The one that a link led to stays current until the page is scrolled. The one
 * that the address names is scrolled to as soon as it is on the page, unless the reader has scrolled by then.
 */
function useCurrentSection(nav: RefObject<HTMLElement | null>, sections: readonly Section[]): string {
  const [current, setCurrent] = useState(sections[0]?.id ?? '');
  const wanted = useRef(location.hash.slice(1));
  const linked = useRef({ id: '', scrollY: Number.NaN });

  useEffect(() => {
    let frame = 0;
    const followAddress = () => {
      if (scrollY > 0) wanted.current = '';
      const heading = sections.some(({ id }) => id === wanted.current)
        ? document.getElementById(wanted.current)
        : null;
      if (heading !== null) {
        heading.scrollIntoView();
        linked.current = { id: wanted.current, scrollY };
        wanted.current = '';
      }
      if (wanted.current === '') added.disconnect();
    };
    const update = () => {
      frame = 0;
      followAddress();
      const line = (nav.current?.getBoundingClientRect().bottom ?? 0) + READ_WITHIN_PX;
      const isLinked = linked.current.scrollY === scrollY;
      setCurrent(isLinked ? linked.current.id : sectionAt(headingTops(sections), line, lastLine()));
    };
    const later = () => {
      if (frame === 0) frame = requestAnimationFrame(update);
    };
    // By then the browser has scrolled.
    const onLink = () => {
      linked.current = { id: location.hash.slice(1), scrollY };
      later();
    };
    // The first observation counts as a change; later ones come from cards that appear and grow.
    const size = new ResizeObserver(later);
    size.observe(document.body);
    // A card in the shorter column leaves the page as tall as it is.
    const added = new MutationObserver(later);
    if (wanted.current !== '') added.observe(document.body, { childList: true, subtree: true });
    const stopListening = listen(window, { scroll: later, hashchange: onLink }, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      size.disconnect();
      added.disconnect();
      stopListening();
    };
  }, [nav, sections]);
  return current;
}

interface HeadingTop {
  readonly id: string;
  /** Pixels below the window's upper edge. */
  readonly top: number;
}

function headingTops(sections: readonly Section[]): HeadingTop[] {
  return sections.flatMap(({ id }) => {
    const heading = document.getElementById(id);
    return heading ? [{ id, top: heading.getBoundingClientRect().top }] : [];
  });
}

/** The window's lower edge on a page that is scrolled to its end, where the last headings get no higher; else nothing. */
function lastLine(): number | null {
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
  return isAtEnd ? innerHeight : null;
}

/**
 * The section whose heading passed `line` last: of two columns the lower one, of the same height the first. The first section
 * before any has; at the end of the page, the last one above `end`.
 */
export function sectionAt(tops: readonly HeadingTop[], line: number, end: number | null): string {
  if (end !== null) return tops.findLast(({ top }) => top < end)?.id ?? '';
  const passed = tops.filter(({ top }) => top <= line);
  const lowest = Math.max(...passed.map(({ top }) => top));
  return (passed.find(({ top }) => top === lowest) ?? tops[0])?.id ?? '';
}
