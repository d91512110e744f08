import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { admin } from '#modules/identity/contract/admin.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { article } from '../contract/article.ts';
import { noticeMustBeRead } from '../contract/message-templates.ts';
import {
  enterprisesOfMembers,
  leadingAreaDigitsOfArticle,
} from './reading/articles-caller-may-read-or-must-confirm-sql.ts';

export const requestReadConfirmationSubscribers: Readonly<Record<string, Subscriber>> = {
  /** Everybody to whom a notice is addressed that must be read has an open receipt and a message. */
  request_receipts: on(article, 'published', {
    async together(facts, { engine, tx }) {
      const notices = await tx.rows<{ id: number; title: string; title_en: string }>(sql`
        select id, title, coalesce(title_en, title) as title_en from article
        where id = any(${facts.map(({ row_id }) => row_id)}::bigint[]) and must_read`);
      if (notices.length === 0) return;
      const ids = notices.map(({ id }) => id);
      await tx.query(sql`insert into article_receipt (article_id, reader, kind, admin_id, user_id)
        select t.id, a.nickname, 'officer', a.id, null::bigint
        from article t join ${sql.id(tableOf(admin))} a on a.status = '1' and starts_with(jurisdiction_of(a.area_code), ${leadingAreaDigitsOfArticle})
        where t.id = any(${ids}::bigint[]) and t.audience = 'officer'
        union
        select t.id, coalesce(nullif(m.nickname, ''), m.username), 'member', null::bigint, m.id
        from article t join (${enterprisesOfMembers}) on starts_with(e.area_code, ${leadingAreaDigitsOfArticle}) join ${sql.id(tableOf(memberAccount))} m on m.id = p.user_id
        where t.id = any(${ids}::bigint[]) and t.audience = 'enterprise'
        on conflict do nothing`);
      await tx.query(
        inboxMessagesTo(
          engine,
          noticeMustBeRead,
          notices.map(({ id, title, title_en }) => ({
            row: id,
            values: { title },
            english: { title: title_en },
            opens: `${noticeMustBeRead.opens}?id=${id}`,
            once: `notice ${id}`,
          })),
          sql`select r.admin_id, r.user_id, ${article.name}::text as resource, r.article_id as row_id, t.title as row_title
            from article_receipt r join article t on t.id = r.article_id
            where r.article_id = any(${ids}::bigint[]) and r.read_at is null`,
        ),
      );
    },
  }),
};
