import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Controller } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { readKey } from '#server/read/row/row.ts';
import { forbidden, notFound, Refused } from '#server/refusal.ts';
import { areaNameIn } from '#server/system/area-name.ts';

const texts = {
  start: text('以管理组视角查看', 'View as group'),
  stop: text('退出管理组视角', 'Stop viewing as a group'),
  none: text('没有这个地区', 'This area does not exist'),
};

/** Banner data while viewing as a group; undefined otherwise. */
export async function readViewedGroup(
  { db, reference }: Pick<Engine, 'db' | 'reference'>,
  caller: Caller,
): Promise<{ group: number; name: string; area_code: string; area: string | null } | undefined> {
  if (caller.viewing === undefined) return undefined;
  const row = await db.row<{ name: string }>(sql`select name from auth_group where id = ${caller.viewing}`);
  return {
    group: caller.viewing,
    name: row?.name ?? '',
    area_code: caller.areaCode,
    area: areaNameIn(reference.areas(), caller.areaCode, caller.locale) ?? null,
  };
}

/** Lets a super administrator view the back office as a group in an area, read-only. */
export function viewAsGroupController({ engine, authenticator }: Platform): Controller {
  const { db } = engine;
  return {
    app: 'admin',
    name: 'viewAs',
    actions: {
      start: {
        gate: 'login',
        methods: ['POST'],
        title: texts.start,
        secret: true,
        async handle({ caller, body }) {
          if (!caller.super) throw forbidden();
          const group = readKey(body.group_id);
          const area = typeof body.area_code === 'string' && body.area_code !== '' ? body.area_code : undefined;
          if (area !== undefined && !engine.reference.areas().has(area))
            throw new Refused(texts.none, { data: { reason: 'invalid' } });
          const started = await db.row(sql`update session set view_group = g.id, view_area = ${area ?? null}
            from auth_group g where session.id = ${caller.sessionId} and g.id = ${group} and g.rules is not null returning 1 as started`);
          if (!started) throw notFound();
          authenticator.forget();
          return null;
        },
      },
      stop: {
        gate: 'login',
        methods: ['POST'],
        title: texts.stop,
        secret: true,
        whileViewing: true,
        async handle({ caller }) {
          await db.query(sql`update session set view_group = null, view_area = null where id = ${caller.sessionId}`);
          authenticator.forget();
          return null;
        },
      },
    },
  };
}
