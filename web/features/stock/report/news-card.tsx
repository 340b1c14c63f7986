import type { Article, SnapshotResponse } from '#worker/contract';
import { useEffect, useRef, useState } from 'react';
import { useSettings } from '../../../shared/user/settings.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { VisuallyHidden } from '../../../shared/ui/announcement.tsx';
import styles from './news-card.module.css';
import { useNow } from '../../../shared/ui/use-now.ts';

const FIRST_ARTICLES = 5;

const DEFAULT_SOURCE = 'Market news';

/** Simulated articles have no page of their own, so they link to this explanation. */
const SAMPLE_EXPLANATION = '/about#sample-market';

interface NewsCardProps {
  /** `null` if they could not be loaded. */
  readonly news: readonly Article[] | null;
  readonly response: Pick<SnapshotResponse, 'source' | 'exchange_timezone'>;
}

export function NewsCard({ news, response }: NewsCardProps) {
  const [isAllShown, setAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const nowMs = useNow();
  const articles = news ?? [];
  const shown = isAllShown ? articles : articles.slice(0, FIRST_ARTICLES);
  const moreCount = articles.length - shown.length;

  useEffect(() => {
    if (isAllShown)
      list.current?.querySelector<HTMLElement>(`li:nth-child(${FIRST_ARTICLES + 1}) > *`)?.focus();
  }, [isAllShown]);

  return (
    <Card title="Latest News" titleId="news">
      {articles.length === 0 ? (
        <p className={styles.empty}>
          {news === null ? 'News isn’t available right now. Try again later.' : 'No news in the last 7 days'}
        </p>
      ) : (
        <ul ref={list}>
          {shown.map((article) => (
            <NewsItem key={article.id} {...{ article, response, nowMs }} />
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

interface NewsItemProps extends Pick<NewsCardProps, 'response'> {
  readonly article: Article;
  readonly nowMs: number;
}

function NewsItem({ article, response, nowMs }: NewsItemProps) {
  const format = useFormat();
  const isSimulated = response.source === 'sample';
  const isReduced = useSettings().traffic === 'reduced';
  const [isImageBroken, setImageBroken] = useState(false);
  const href = isSimulated ? SAMPLE_EXPLANATION : article.url;
  const content = (
    <>
      <span className={styles.text}>
        <span className={styles.headline}>{article.headline}</span>{' '}
        {article.summary !== '' && <span className={styles.summary}>{article.summary}</span>}{' '}
        <span className={styles.meta}>
          {isSimulated && (
            <>
              <span className={styles.simulated}>Simulated</span>{' '}
            </>
          )}
          {article.source || DEFAULT_SOURCE} ·{' '}
          {format.relativeTime(article.datetime, response.exchange_timezone, nowMs)}
        </span>
      </span>
      {article.image !== '' && !isImageBroken && !isReduced && (
        <img
          className={styles.image}
          src={article.image}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setImageBroken(true)}
        />
      )}
    </>
  );
  return (
    <li className={styles.item}>
      {href === '' ? (
        <div className={styles.link} tabIndex={-1}>
          {content}
        </div>
      ) : (
        <a className={styles.link} href={href} target="_blank" rel="noopener noreferrer">
          {content}
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      )}
    </li>
  );
}
