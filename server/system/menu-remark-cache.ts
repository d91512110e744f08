import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runReloadsOneAfterAnother } from './run-cache-reloads-one-after-another.ts';

/** Remarks of menu rules, shown above their lists; cached and reloaded on change. */
export interface MenuRemarkCache {
  /**
   * The remark above a list (wire contract §2.5), from the rule of the same name. An unedited one is returned in the
   * caller's language. Members' rules have none.
   */
  of(resource: Pick<AnyResource, 'name' | 'remark'>, caller: Pick<Caller, 'type' | 'locale'>): string;
  reload(): Promise<void>;
}

export async function openMenuRemarkCache(db: Database): Promise<MenuRemarkCache> {
  let remarks = new Map<string, string>();
  const reload = runReloadsOneAfterAnother(async () => {
    const rules = await db.rows<{ name: string; remark: string }>(
      sql`select name, coalesce(remark, '') as remark from auth_menu where type = 'menu'`.asBrief(),
    );
    remarks = new Map(rules.map(({ name, remark }) => [name, remark]));
  });
  await reload();
  return {
    of({ name, remark }, { type, locale }) {
      if (type === 'member') return '';
      const found = remarks.get(name);
      return found === undefined || found === remark?.['zh-cn'] ? (remark?.[locale] ?? '') : found;
    },
    reload,
  };
}
