import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { toWireParams } from '#kernel/list/list-query-in-url.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { sentiments } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { opinionItem } from '../contract/opinion-post.ts';
import { opinionPlatforms } from '../contract/opinion-source-item-and-lexicon-options.ts';
import { opinionTopic } from '../contract/opinion-topic-of-similar-posts.ts';
import './opinion-panels.css';

const most = 5;
const texts = {
  none: text('该话题没有您可以查看的信息', 'No post of this topic is visible to you'),
  all: text('话题的全部 {n} 条信息', 'All {n} {n|post|posts} of the topic'),
  original: text('原文', 'Original'),
  heat: text('热度 {n}', 'heat {n}'),
} as const;

interface Post {
  readonly id: number;
  readonly title: string | null;
  readonly url: string;
  readonly author: string | null;
  readonly platform: string | null;
  readonly publish_at: number;
  readonly sentiment: string;
  readonly heat: number | string | null;
}

/** The newest posts of the topic of an alert, to be read before the alert is assigned or verified. */
export default function PostsOfAlertTopicPanel({ row }: RecordPanelProps) {
  const t = useText();
  const topic = Number(row.topic_id);
  const visible = can(`${opinionItem.name}/index`);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', opinionItem.name, 'topic', topic],
    queryFn: ({ signal }) => {
      const query = { keyword: '', conditions: [{ field: 'topic_id', operator: '=', value: String(topic) }] } as const;
      const page = { ...toWireParams(query, opinionItem), page: 1, limit: most, order: 'publish_at,desc' };
      return get<{ list: Post[]; total: number }>('/admin/opinion.item/index', page, { signal, duplicate: 'allow' });
    },
    enabled: visible,
  });
  if (!visible) return <p>{t(texts.none)}</p>;
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.list.length === 0) return <p>{t(texts.none)}</p>;
  return (
    <>
      <ul className="xj-opinion-posts">
        {data.list.map((post) => (
          <PostLine key={post.id} post={post} />
        ))}
      </ul>
      <Link to={resourcePath(opinionTopic, topic)}>{t(texts.all, { n: data.total })}</Link>
    </>
  );
}

function PostLine({ post }: { readonly post: Post }) {
  const t = useText();
  const { id, title, url, author, platform, publish_at, sentiment, heat } = post;
  const mood: Text | undefined = sentiments.options[sentiment];
  const called = opinionPlatforms[platform as keyof typeof opinionPlatforms];
  const facts = [
    mood && t(mood),
    called && t(called),
    author,
    formatMinute(publish_at),
    heat === null ? '' : t(texts.heat, { n: Math.round(Number(heat)) }),
  ];
  return (
    <li data-sentiment={sentiment}>
      <Link to={resourcePath(opinionItem, id)}>{title || url}</Link>
      <small>
        {facts.filter(Boolean).join(' · ')}{' '}
        <a href={url} target="_blank" rel="noreferrer noopener">
          {t(texts.original)}
        </a>
      </small>
    </li>
  );
}
