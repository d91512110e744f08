import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { creditListing } from '../contract/red-or-black-list-entry.ts';

const drafted = text('许可证被吊销，自动起草列入', 'Drafted because the licence was revoked');

/**
 * A revocation drafts two listings of serious dishonesty: of the enterprise and of its legal representative (川文旅字〔2022〕
 * 171号). Officers notify, hear and decide as with any other.
 */
export const draftBlackListEntriesOfRevokedEnterprise: Subscriber = on(enterprise, 'revoked', {
  async laterInBatches(facts, { engine, tx }) {
    const ids = facts.map(({ row_id }) => row_id);
    const { authority, name } = engine.settings(siteSettings);
    await addRows(
      engine,
      creditListing,
      systemCaller(),
      {
        columns: [
          'id',
          'list',
          'enterprise_id',
          'subject',
          'name',
          'uscc',
          'person_name',
          'reason',
          'measures',
          'ground',
          'basis_no',
          'basis_authority',
          'basis_on',
          'area_code',
        ],
        select: sql`select nextval(pg_get_serial_sequence('credit_listing', 'id')), 'serious', e.id, s.subject, e.name, e.uscc,
            case when s.subject = 'legal_representative' then e.legal_person end, '许可证被依法吊销（' || b.basis || '）',
            case when s.subject = 'legal_representative' then array['barred'] else array['more_checks', 'no_reward', 'no_award'] end,
            'case', b.basis, ${authority ?? name}, ${shanghaiToday()}::date, e.area_code
          from enterprise e cross join (values ('enterprise'), ('legal_representative')) s (subject)
            join lateral (select b.basis from enterprise_barred_person b where b.enterprise_id = e.id order by b.id desc limit 1) b on true
          where e.id = any(${ids}::bigint[]) and e.status = 'revoked' and not exists (
            select from credit_listing l where l.enterprise_id = e.id and l.list = 'serious' and l.subject = s.subject
              and l.status not in ('repaired', 'removed', 'expired', 'dropped'))`,
        note: drafted,
      },
      tx,
    );
  },
});
