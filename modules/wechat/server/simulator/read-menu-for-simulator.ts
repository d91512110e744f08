import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readButtonsOfMenu } from '../api/publish-menu-to-wechat.ts';

/** A menu of an account by its ID, else the published one, else the newest draft. */
export async function readMenuForSimulator(engine: Engine, account: number, id: number | null) {
  const menu = await engine.db.row<{ id: number; name: string; revision: number | null; status: string }>(sql`
    select id, name, revision, status from wechat_menu where account_id = ${account} and coalesce(id = ${id}::bigint, status in ('published', 'draft'))
    order by status = 'published' desc, id desc limit 1`);
  const buttons = menu ? await readButtonsOfMenu(engine, menu.id) : [];
  return {
    menu: menu ? { id: menu.id, name: menu.name, revision: menu.revision, status: menu.status } : null,
    buttons: buttons.map(({ level, name, kind, event_key, url }) => ({
      level: level ?? 'top',
      name: name ?? '',
      kind: kind ?? null,
      event_key: event_key ?? null,
      url: url ?? null,
    })),
  };
}
