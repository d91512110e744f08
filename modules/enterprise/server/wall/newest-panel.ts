import type { NewestPanel, NewestRow } from '#modules/enterprise/contract/wall.ts';
import { sql } from '#server/db/sql.ts';
import { type PanelContext, readAreaFilter } from '#server/panel/panel-parameters.ts';
import { enterprisesAsOf } from './enterprises-as-of.ts';

const ROWS = 20;

/** The latest registrations, newest first. Drafts are not registrations yet. */
export async function readNewestPanel(context: PanelContext): Promise<NewestPanel> {
  const { database, now = new Date() } = context;
  const { area, inside } = await readAreaFilter(context);
  const rows = await database.rows<NewestRow>(
    sql`select id, name, ent_type, status, area_code,
               coalesce((select a.name from system_area a where a.code = enterprise.area_code), area_code) as area_name,
               place[0] as lng, place[1] as lat, extract(epoch from createtime)::int as createtime
        from ${enterprisesAsOf(context)} where ${inside('enterprise')} and status <> 'draft'
        order by createtime desc, id desc limit ${ROWS}`,
  );
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'enterprise',
    state: rows.length > 0 ? 'ok' : 'empty',
    area,
    rows,
  };
}
