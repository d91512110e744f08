import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { shippedBannedWordList } from './shipped-banned-word-list.ts';

/**
 * Publishes the shipped banned words in a database without any, together with those that the bureau maintained for
 * titles of products before there was this library; what it had retired there stays retired.
 */
export async function publishShippedAndEarlierBannedWordListsIfNone(engine: Engine): Promise<void> {
  const added = await engine.db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('library/bannedWord'))`);
    if (await tx.row(sql`select 1 from library_banned_word limit 1`)) return false;
    await tx.query(sql`
      with shipped as (
        select * from jsonb_to_recordset(${JSON.stringify(shippedBannedWordList.map((one, place) => ({ ...one, place })))}::jsonb)
          as s(word text, variants text, exceptions text, kind text, severity text, replacement text, basis text, place int)
      ), maintained as (
        select label as word, min(valid_from) as valid_from, min(valid_to) as valid_to, min(id) as id
        from system_word where list = 'travel/bannedWord' group by label
      ), listed as (
        select s.word, s.variants, s.exceptions, s.kind, s.severity, s.replacement, s.basis, null::date as until, s.place
        from shipped s
        where not exists (select from maintained m where m.word = s.word and m.valid_to is not null)
        union all
        select m.word, null, null, 'other', 'refuse', null, null, m.valid_to::date, 1000 + m.id
        from maintained m where m.valid_to is not null or not exists (select from shipped s where s.word = m.word)
      ), added as (
        insert into library_banned_word (code, word, variants, exceptions, kind, severity, replacement, basis, revision, effective_from, effective_to, status)
        select 'JY' || lpad(nextval('library_banned_word_code_seq')::text, 4, '0'), word, variants, exceptions, kind, severity, replacement, basis, 1,
          least((now() at time zone 'Asia/Shanghai')::date, until), until, 'published'
        from (select * from listed order by place) l
        returning id
      ), noted as (
        insert into history (resource, row_id, action, to_status, actor_type, actor_name)
        select 'library/bannedWord', id, 'add', 'published', 'system', '系统' from added
      )
      delete from system_word where list = 'travel/bannedWord'`);
    return true;
  });
  if (added) await engine.screening.reload();
}
