import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Empty, Pagination, Segmented } from 'antd';
import Search from 'antd/es/input/Search';
import { useEffect, useState } from 'react';
import { type InboxMessageKind, inboxMessageKinds } from '#kernel/message/inbox-message-kind.ts';
import { text } from '#kernel/text/text.ts';
import { post } from '#web/http/client.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { listRows, pathOf } from '#web/resource/resource-calls.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { useListStateInUrl } from '#web/table/rows/use-list-state-in-url.ts';
import { type InboxNotice, inboxNotice, type UnreadNoticeCounts } from '../contract/inbox-notice.ts';
import { InboxMessage } from './inbox-message-with-signing-for-receipt-and-handling.tsx';
import './notice-screen.css';

const texts = {
  lead: text(
    '与您有关的待办、通知和需要签收的法律文书。',
    'To-dos, notifications and legal documents to sign for that concern you.',
  ),
  kinds: text('类别', 'Category'),
  all: text('全部', 'All'),
  some: text('{kind}（{n}）', '{kind} ({n})'),
  open: text('只看未读', 'Unread only'),
  search: text('查找标题或内容', 'Search title or content'),
  readAll: text('全部标为已读', 'Mark all as read'),
  none: text('还没有消息', 'No messages yet'),
  noneText: text(
    '审核结果、邀请和文书送达会出现在这里。',
    'Review results, invitations and documents served appear here.',
  ),
  noMatch: text('没有符合条件的消息', 'No matching messages'),
  clear: text('清除全部条件', 'Clear all filters'),
};

const ofPage = 20;
const kinds = Object.keys(inboxMessageKinds) as InboxMessageKind[];

interface Wanted {
  readonly kind: InboxMessageKind | undefined;
  /** Unread ones alone. */
  readonly open: boolean;
  readonly keyword: string;
  readonly page: number;
}

/** Loads a page of the inbox. */
function useNotices({ kind, open, keyword, page }: Wanted) {
  const search = [
    ...(kind ? [{ field: 'kind', operator: '=', val: kind }] : []),
    ...(open ? [{ field: 'read_at', operator: 'NULL', val: '' }] : []),
  ];
  const listQuery = { search, quick_search: keyword, page, limit: ofPage };
  return useQuery({
    queryKey: [inboxNotice.name, 'list', listQuery],
    queryFn: async ({ signal }) => {
      const { list = [], total = 0 } = await listRows(inboxNotice, listQuery, { signal });
      return { list: list as unknown as InboxNotice[], total };
    },
    placeholderData: previousDataAsPlaceholder(inboxNotice.name, 'list'),
    staleTime: 0,
  });
}

/** Kinds, each with how many are unread. */
function KindChoice({
  kind,
  onKind,
}: {
  kind: InboxMessageKind | undefined;
  onKind(kind: InboxMessageKind | undefined): void;
}) {
  const t = useText();
  const unread = useQuery({
    queryKey: [inboxNotice.name, 'unread'],
    queryFn: (context) => queryFnFor<UnreadNoticeCounts>(pathOf(inboxNotice, 'unread'))(context),
  }).data;
  const labelOf = (one: InboxMessageKind) => {
    const n = unread?.[one] ?? 0;
    const label = t(inboxMessageKinds[one]);
    return n > 0 ? t(texts.some, { kind: label, n }) : label;
  };
  return (
    <Segmented<InboxMessageKind | ''>
      aria-label={t(texts.kinds)}
      value={kind ?? ''}
      onChange={(value) => onKind(value || undefined)}
      options={[{ value: '', label: t(texts.all) }, ...kinds.map((value) => ({ value, label: labelOf(value) }))]}
    />
  );
}

/** Loads the notices again when some arrive or are read elsewhere. */
function useReloadOnNewNotices(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribeToLiveEvents([inboxNotice.name], () => void client.invalidateQueries({ queryKey: [inboxNotice.name] })),
    [client],
  );
}

/** The inbox of an officer or member: filtered by kind and read state, searched; legal messages are signed for here. */
export default function InboxScreen() {
  const t = useText();
  const client = useQueryClient();
  const { param, setParams } = useListStateInUrl(inboxNotice);
  const kind = kinds.find((one) => one === param('kind'));
  const open = param('unread') === '1';
  const keyword = param('q') ?? '';
  const [typed, setTyped] = useState(keyword);
  const page = Math.max(1, Number(param('page')) || 1);
  const query = useNotices({ kind, open, keyword, page });
  const rows = query.isPlaceholderData ? undefined : query.data?.list.length;
  useGoToLastPageWithRows({ page, limit: ofPage, rows, total: query.data?.total ?? 0 }, (last) =>
    setParams({ page: last === 1 ? undefined : String(last) }, { replace: true }),
  );
  useReloadOnNewNotices();
  const changed = () => client.invalidateQueries({ queryKey: [inboxNotice.name] });
  const read = (body: object) =>
    post(pathOf(inboxNotice, 'read'), body, { quiet: true }).then(changed, () => undefined);
  const narrow = (params: Readonly<Record<string, string | undefined>>) => setParams({ ...params, page: undefined });
  const clear = () => {
    narrow({ kind: undefined, unread: undefined, q: undefined });
    setTyped('');
  };
  const narrowed = kind !== undefined || open || keyword !== '';
  return (
    <ModuleScreenFrame
      className="xj-notices"
      title={t(inboxNotice.label)}
      lead={t(texts.lead)}
      tools={<Button onClick={() => void read(kind ? { kind } : {})}>{t(texts.readAll)}</Button>}
    >
      <div className="xj-notices-filter">
        <KindChoice kind={kind} onKind={(next) => narrow({ kind: next })} />
        <Checkbox checked={open} onChange={({ target }) => narrow({ unread: target.checked ? '1' : undefined })}>
          {t(texts.open)}
        </Checkbox>
        <Search
          allowClear
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          onSearch={(value) => narrow({ q: value.trim() || undefined })}
        />
      </div>
      <QueryResultOrError query={query}>
        {({ list, total }) =>
          list.length === 0 ? (
            <Empty description={t(narrowed ? texts.noMatch : texts.none)}>
              {narrowed ? <Button onClick={clear}>{t(texts.clear)}</Button> : <p>{t(texts.noneText)}</p>}
            </Empty>
          ) : (
            <>
              <ul className="xj-notice-list">
                {list.map((one) => (
                  <InboxMessage
                    key={one.id}
                    notice={one}
                    onRead={() => void read({ ids: [one.id] })}
                    onChanged={changed}
                  />
                ))}
              </ul>
              <Pagination
                align="end"
                current={page}
                total={total}
                pageSize={ofPage}
                showSizeChanger={false}
                hideOnSinglePage
                onChange={(next) => setParams({ page: String(next) })}
              />
            </>
          )
        }
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}
