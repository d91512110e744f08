import { field } from '#kernel/field/field.ts';
import { controllerNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { allOrNoneBatchAction, refuseAllForFailedRows } from '#server/calls/all-or-none-batch-action.ts';
import { sql } from '#server/db/sql.ts';
import type { Controller } from '#server/http/controller.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound } from '#server/refusal.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { article } from '../contract/article.ts';
import { noticeIsUnread } from '../contract/message-templates.ts';

const texts = {
  title: text('提醒未读', 'Remind readers'),
  summary: text(
    '提醒尚未确认通知的读者，每人每天至多一次',
    'Remind the readers who have not confirmed a notice, each at most once a day',
  ),
  refused: text(
    '{n} 件不能提醒，全部未提醒：{why}',
    '{n} {n|article|articles} cannot be reminded of, so nobody was: {why}',
  ),
  closed: text('不是已发布的必读通知', 'It is not a published notice that must be read'),
  read: text('没有未确认的读者', 'Everybody has confirmed it'),
} as const satisfies Readonly<Record<string, Text>>;

interface Notice {
  readonly id: number;
  readonly title: string;
  readonly title_en: string;
  readonly open: boolean;
  readonly unread: number;
  readonly [column: string]: unknown;
}

const unreadReceipts = (ids: readonly number[]) => sql`select r.admin_id, r.user_id, ${article.name}::text as resource,
    r.article_id as row_id, t.title as row_title
  from article_receipt r join article t on t.id = r.article_id
  where r.article_id = any(${[...ids]}::bigint[]) and r.read_at is null`;

/** `POST remind {ids}`: everybody who has not confirmed these notices gets a message again. */
export const remindReadersController: Controller = {
  app: 'admin',
  name: controllerNameOf(article),
  actions: {
    remind: {
      ...allOrNoneBatchAction(article, 'remind', texts.title, async ({ engine, caller }, ids) => {
        const scope = scopeOf(article, caller, engine.find);
        const notices = await engine.db.rows<Notice>(sql`
          select t.id, t.title, coalesce(t.title_en, t.title) as title_en, t.must_read and t.status = 'published' as open,
            (select count(*) from article_receipt r where r.article_id = t.id and r.read_at is null)::int as unread
          from article t where t.id = any(${[...ids]}::bigint[])${scope ? sql` and ${scope}` : sql.empty} order by t.id`);
        if (notices.length < ids.length) throw notFound();
        const failed = notices.flatMap(({ id, title, open, unread }) => {
          if (open && unread > 0) return [];
          return [{ id, title, msg: (open ? texts.read : texts.closed)[caller.locale] }];
        });
        if (failed.length > 0) throw refuseAllForFailedRows(texts.refused, failed);
        const today = shanghaiToday();
        await engine.db.query(
          inboxMessagesTo(
            engine,
            noticeIsUnread,
            notices.map(({ id, title, title_en }) => ({
              row: id,
              values: { title },
              english: { title: title_en },
              opens: `${noticeIsUnread.opens}?id=${id}`,
              once: `notice ${id} ${today}`,
            })),
            unreadReceipts(ids),
          ),
        );
      }),
      described: {
        summary: texts.summary,
        body: { ids: field.references(text('编号', 'IDs'), { to: article.name, required: true }) },
        data: nothing,
      },
    },
  },
};
