import type { Article } from '#worker/contract';
import { useEffect, useRef, useState } from 'react';
import { formatRelativeTime } from '../../shared/format/relative-time.ts';
import { isReducedData } from '../../shared/settings/is-reduced-data.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx';
import styles from './news-card.module.css';
import { useNow } from '../../shared/ui/use-now.ts';

/** Spec section 9. */
const FIRST_ARTICLES = 5;

/** For an article whose feed does not say who wrote it. */
const DEFAULT_SOURCE = 'Market news';

/** Where simulated articles are explained: they have no page of their own. */
const SAMPLE_EXPLANATION = '/about#sample-market';

const CLOCK_MS = 60_000;

/** The newest articles, five at first. Revealing the rest moves the focus to the first of them. */
export function NewsCard({ news }: { news: readonly Article[] }) {
  const [isAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const nowMs = useNow(CLOCK_MS);
  const shown = isAllShown ? news : news.slice(0, FIRST_ARTICLES);
  const moreCount = news.length - shown.length;

  useEffect(() => {
    if (isAllShown) list.current?.children[FIRST_ARTICLES]?.querySelector('a')?.focus();
  }, [isAllShown]);

  return (
    <Card title="Latest News">
      {news.length === 0 ? (
        <p className={styles.empty}>No news in the last 7 days</p>
      ) : (
        <ul ref={list}>
          {shown.map((article) => (
            <NewsItem key={article.id} article={article} nowMs={nowMs} />
          ))}
        </ul>
      )}
      {moreCount > 0 && (
        <Button className={styles.more} onClick={() => setAllShown(true)}>
          Load more news ({moreCount} more {moreCount === 1 ? 'article' : 'articles'})
        </Button>
      )}
    </Card>
  );
}

function NewsItem({ article, nowMs }: { article: Article; nowMs: number }) {
  const [isImageBroken, setImageBroken] = useState(false);
  const isSimulated = article.url === '';
  return (
    <li className={styles.item}>
      <a
        className={styles.link}
        href={isSimulated ? SAMPLE_EXPLANATION : article.url}
        target="_blank"
        rel="noopener noreferrer"
      >
        <span className={styles.text}>
          <span className={styles.headline}>{article.headline}</span>
          {article.summary !== '' && <span className={styles.summary}>{article.summary}</span>}
          <span className={styles.meta}>
            {isSimulated && <span className={styles.simulated}>Simulated</span>}
            {article.source || DEFAULT_SOURCE} · {formatRelativeTime(article.datetime, nowMs)}
          </span>
        </span>
        {article.image !== '' && !isImageBroken && !isReducedData() && (
          <img
            className={styles.image}
            src={article.image}
            alt=""
            loading="lazy"
            referrerPolicy="no-referrer"
            onError={() => setImageBroken(true)}
          />
        )}
        <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
      </a>
    </li>
  );
}
