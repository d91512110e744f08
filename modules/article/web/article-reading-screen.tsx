import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Pagination, Tag } from 'antd';
import Search from 'antd/es/input/Search';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { shanghaiDateOf, toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { RichText } from '#web/cell/rendered-rich-text.tsx';
import { get, post } from '#web/http/client.ts';
import { temporaryLinkReuseTime } from '#web/http/temporary-file-link.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { fileCdnUrl } from '#web/session/file-cdn-url.ts';
import {
  type ArticleToRead,
  articleReadingScreen,
  type ReadableArticles,
} from '../contract/article-reading-screen-and-answer-types.ts';
import './article-reading-screen.css';

const texts = {
  lead: text(
    '发给您的通知和公开的文章；必读通知阅读后请确认。',
    'Notices for you and open articles. Confirm those that must be read.',
  ),
  unread: text('{n} 件必读通知未确认', '{n} {n|notice|notices} to read and confirm'),
  mustRead: text('必读', 'Must be read'),
  top: text('置顶', 'Pinned'),
  search: text('查找标题', 'Search titles'),
  none: text('还没有发给您的通知', 'No notices for you yet'),
  noMatch: text('没有找到', 'Nothing found'),
  back: text('返回列表', 'Back to the list'),
  confirm: text('确认已读', 'I have read it'),
  confirmed: text('您已于 {time} 确认已读', 'You confirmed this at {time}'),
  attachment: text('附件 {n}', 'Attachment {n}'),
  from: text('来源：{name}', 'Source: {name}'),
};

const perPage = 20;

/** Notices and articles for an officer or member: a list, or the one that `?id=` names. */
export default function ArticleReadingScreen() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('id') ?? 0);
  const open = (next: number | undefined) => setParams(next === undefined ? {} : { id: String(next) });
  return (
    <ModuleScreenFrame title={t(articleReadingScreen.label)} lead={t(texts.lead)} className="xj-reading">
      {id > 0 ? <OpenArticle id={id} onBack={() => open(undefined)} /> : <ArticleList onOpen={open} />}
    </ModuleScreenFrame>
  );
}

function ArticleList({ onOpen }: { onOpen(id: number): void }) {
  const t = useText();
  const { app } = areaPaths();
  const [wanted, setWanted] = useState({ search: '', page: 1 });
  const query = useQuery({
    queryKey: ['article reading', app, wanted],
    queryFn: ({ signal }) => get<ReadableArticles>(`/${app}/article.reading/index`, wanted, { signal }),
    staleTime: 0,
  });
  return (
    <>
      <Search
        allowClear
        placeholder={t(texts.search)}
        aria-label={t(texts.search)}
        onSearch={(search) => setWanted({ search: search.trim(), page: 1 })}
      />
      <QueryResultOrError query={query}>
        {({ list, total, unread }) => (
          <>
            {unread > 0 && <p role="status">{t(texts.unread, { n: unread })}</p>}
            {list.length === 0 && <p>{t(wanted.search ? texts.noMatch : texts.none)}</p>}
            <ul className="xj-reading-list">
              {list.map((one) => (
                <li key={one.id}>
                  <button type="button" data-unread={one.unread || undefined} onClick={() => onOpen(one.id)}>
                    <strong>
                      {one.unread && <Tag color="error">{t(texts.mustRead)}</Tag>}
                      {one.top && <Tag>{t(texts.top)}</Tag>}
                      {one.title}
                    </strong>
                    <small>
                      {one.category} · {shanghaiDateOf(one.published_at)}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
            {total > perPage && (
              <Pagination
                current={wanted.page}
                pageSize={perPage}
                total={total}
                showSizeChanger={false}
                onChange={(page) => setWanted({ ...wanted, page })}
              />
            )}
          </>
        )}
      </QueryResultOrError>
    </>
  );
}

function OpenArticle({ id, onBack }: { id: number; onBack(): void }) {
  const t = useText();
  const { app } = areaPaths();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['article reading', app, 'one', id],
    queryFn: ({ signal }) => get<ArticleToRead>(`/${app}/article.reading/read`, { id }, { signal }),
    // its links to attachments end after minutes
    refetchInterval: temporaryLinkReuseTime,
    refetchOnWindowFocus: 'always',
  });
  const confirm = useMutation({
    mutationFn: (of: number) => post(`/${app}/article.reading/confirm`, { id: of }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['article reading', app] }),
  });
  return (
    <>
      <Button type="link" className="xj-reading-back" onClick={onBack}>
        {t(texts.back)}
      </Button>
      <QueryResultOrError query={query}>
        {(one) => (
          <article>
            <h2>{one.title}</h2>
            {one.subtitle && <p>{one.subtitle}</p>}
            <p className="xj-reading-note">
              {[
                one.category,
                shanghaiDateOf(one.published_at),
                one.author,
                one.source && t(texts.from, { name: one.source }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <RichText html={one.content} />
            {one.attachments.length > 0 && (
              <ul>
                {one.attachments.map(({ url, name }, n) => (
                  <li key={url}>
                    <a href={fileCdnUrl(url)} target="_blank" rel="noopener noreferrer">
                      {name ?? t(texts.attachment, { n: n + 1 })}
                    </a>
                  </li>
                ))}
              </ul>
            )}
            {one.must_read &&
              (one.read_at === null ? (
                <Button type="primary" loading={confirm.isPending} onClick={() => confirm.mutate(one.id)}>
                  {t(texts.confirm)}
                </Button>
              ) : (
                <p role="status">{t(texts.confirmed, { time: toShanghaiMinute(one.read_at * 1000) })}</p>
              ))}
          </article>
        )}
      </QueryResultOrError>
    </>
  );
}
