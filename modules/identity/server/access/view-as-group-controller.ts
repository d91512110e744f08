import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { nothing } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { forbidden, notFound, Refused } from '#server/refusal.ts';
import { divisionNameIn } from '#server/system/division-name.ts';

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
    area: divisionNameIn(reference.areas(), caller.areaCode, caller.locale) ?? null,
  };
}

/** Lets a super administrator view the back office as a group in an area, read-only. */
export const viewAsGroupController = ({ authenticator }: Platform): Controller => ({
  app: 'admin',
  name: 'viewAs',
  actions: {
    start: call({
      gate: 'login',
      methods: ['POST'],
      title: texts.start,
      secret: true,
      summary: text(
        '以管理组的视角查看（只读，仅超级管理员）',
        'View as a group (read-only, super administrators only)',
      ),
      input: {
        group_id: field.integer(text('管理组编号', 'Group ID'), { required: true, min: 1 }),
        area_code: field.text(text('地区', 'Area'), { max: 6 }),
      },
      answer: nothing,
      async run({ engine: { db, reference }, caller, input: { group_id, area_code } }) {
        if (!caller.super) throw forbidden();
        if (area_code !== null && !reference.areas().has(area_code))
          throw new Refused(texts.none, { data: { reason: 'invalid' } });
        const started = await db.row(sql`update session set view_group = g.id, view_area = ${area_code}
          from auth_group g where session.id = ${caller.sessionId} and g.id = ${group_id} and g.rules is not null returning 1 as started`);
        if (!started) throw notFound();
        authenticator.forget();
        return null;
      },
    }),
    stop: call({
      gate: 'login',
      methods: ['POST'],
      title: texts.stop,
      secret: true,
      whileViewing: true,
      summary: text('退出管理组视角', 'Stop viewing as a group'),
      answer: nothing,
      async run({ engine: { db }, caller }) {
        await db.query(sql`update session set view_group = null, view_area = null where id = ${caller.sessionId}`);
        authenticator.forget();
        return null;
      },
    }),
  },
});
