import { declaredOptionLists } from '#kernel/option/declare-editable-option-list.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
// lists that offices may already edit although no form uses them yet
import '../contract/complaint-and-opinion-option-lists.ts';
import '../contract/enforcement-option-lists.ts';
import '../contract/travel-reward-and-incident-option-lists.ts';

/**
 * Adds declared options that never existed. In an existing list they are appended: options that administrators added,
 * renamed and ordered stay.
 */
export async function addDeclaredListOptions({
  db,
  optionLists: lists,
}: Pick<Engine, 'db' | 'optionLists'>): Promise<void> {
  const initial = declaredOptionLists().flatMap((one) =>
    Object.entries(one.initial).map(([value, option], place) => ({
      place,
      list: one.name,
      value,
      label: option['zh-cn'],
      label_en: option.en,
      tone: option.tone ?? null,
    })),
  );
  const missing = initial.filter(({ list, value }) => !lists.has(list, value));
  if (missing.length === 0) return;
  const added = await db.query(
    sql`insert into system_word (list, value, label, label_en, tone) select list, value, label, label_en, tone
      from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as r(place integer, list text, value text, label text, label_en text, tone text)
      where not exists (select from system_word w where w.list = r.list and w.value = r.value) order by list, place on conflict do nothing`,
  );
  if ((added.rowCount ?? 0) > 0) await lists.reload();
}
