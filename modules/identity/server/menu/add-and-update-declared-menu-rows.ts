import type { Module } from '#kernel/module/module.ts';
import { toClientIconName } from '#kernel/wire/convert-own-and-client-icon-names.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { type DeclaredMenuRow, menuRowsDeclaredByModules } from './menu-folders-screens-and-permissions-of-modules.ts';

/**
 * Adds declared rules missing in the table, one statement per level of the tree. Rules renamed, moved or disabled by
 * administrators stay; untouched titles and remarks follow the declaration. Returns the names of added rules, parents
 * first.
 */
export async function addAndUpdateDeclaredMenuRows(db: Queryable, modules: readonly Module[]): Promise<string[]> {
  const rules = menuRowsDeclaredByModules(modules);
  const rows = await db.rows<{ name: string; title: string; title_en: string; remark: string; version: number }>(
    sql`select name, title, coalesce(title_en, '') as title_en, coalesce(remark, '') as remark, version from auth_menu`.asBrief(),
  );
  const untouched = new Map(rows.filter(({ version }) => version === 1).map((row) => [row.name, row]));
  const changed = rules
    .map(({ name, label, remark }) => ({ name, title: label['zh-cn'], title_en: label.en, remark }))
    .filter((rule) => {
      const row = untouched.get(rule.name);
      return row && (['title', 'title_en', 'remark'] as const).some((one) => row[one] !== rule[one]);
    });
  if (changed.length > 0)
    await db.query(sql`update auth_menu m set title = r.title, title_en = r.title_en, remark = nullif(r.remark, '')
      from json_to_recordset(${JSON.stringify(changed)}::json) r(name text, title text, title_en text, remark text)
      where m.name = r.name and m.version = 1`);
  const existing = new Set(rows.map(({ name }) => name));
  const added: string[] = [];
  for (;;) {
    const missing = rules.filter(({ name }) => !existing.has(name));
    const level = missing.filter(({ parent }) => parent === null || existing.has(parent));
    if (level.length === 0) return added;
    for (const name of await addRules(db, level)) added.push(name);
    for (const { name } of level) existing.add(name);
  }
}

/** Names of the added rules: a process starting at the same time may add some of them. */
async function addRules(db: Queryable, rules: readonly DeclaredMenuRow[]): Promise<string[]> {
  const given = rules.map(({ label, icon, ...rule }) => ({
    ...rule,
    icon: toClientIconName(icon),
    title: label['zh-cn'],
    title_en: label.en,
  }));
  const added = await db.rows<{ name: string }>(sql`
    insert into auth_menu (pid, type, title, title_en, name, path, icon, menu_type, url, component, remark, weigh, extend)
    select above.id, r.type, r.title, r.title_en, r.name, r.name, nullif(r.icon, ''), r.menu_type, nullif(r.url, ''), nullif(r.component, ''), nullif(r.remark, ''), r.weigh, r.extend
    from rows from (json_to_recordset(${JSON.stringify(given)}::json) as (parent text, type text, title text, title_en text,
      name text, icon text, menu_type text, url text, component text, remark text, weigh integer, extend text)) with ordinality
      as r(parent, type, title, title_en, name, icon, menu_type, url, component, remark, weigh, extend, place)
    left join auth_menu above on above.name = r.parent order by r.place
    on conflict do nothing returning name`);
  return added.map(({ name }) => name);
}
