import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** Creates a row for every declared message. Unedited texts follow the program. */
export async function addAndUpdateDeclaredMessageTemplates({
  db,
  messages,
}: Pick<Engine, 'db' | 'messages'>): Promise<void> {
  const rows = await db.rows<{ code: string; content: string; content_en: string; edited: boolean }>(
    sql`select code, content, content_en, edited from message_template`.asBrief(),
  );
  const stored = new Map(rows.map((row) => [row.code, row]));
  const shipped = messages.templates
    .map(({ code, text: content }) => ({ code, content: content['zh-cn'], content_en: content.en }))
    .filter(({ code, content, content_en }) => {
      const row = stored.get(code);
      return !row || (!row.edited && (row.content !== content || row.content_en !== content_en));
    });
  if (shipped.length === 0) return;
  await db.query(sql`with shipped as (
      select * from jsonb_to_recordset(${JSON.stringify(shipped)}::jsonb) as r(code text, content text, content_en text)
    ), followed as (
      update message_template t set content = s.content, content_en = s.content_en, version = t.version + 1, updatetime = now()
      from shipped s where t.code = s.code and not t.edited and (t.content, t.content_en) is distinct from (s.content, s.content_en)
    )
    insert into message_template (code, content, content_en) select code, content, content_en from shipped s
    where not exists (select from message_template t where t.code = s.code) order by code on conflict do nothing`);
}
