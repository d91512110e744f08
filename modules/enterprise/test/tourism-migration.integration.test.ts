import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { writtenScopes } from './written-scopes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('existing permits and agencies get the choices that their texts mean, and none where that is uncertain', async () => {
  const migrations = await Promise.all(
    ['202611270651_enterprise_tourism_scope', '202611271927_enterprise_tourism_scope_uncertain'].map((name) =>
      readFile(`migrations/${name}.sql`, 'utf8'),
    ),
  );
  await app.db
    .transaction(async (tx) => {
      const holder = await tx.row<{ id: number }>(sql`
        insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, biz_scope)
        values ('旧社', '91530102MA00000OLD', 'agency', '王一', '13800138000', '王一', '13800138000', '530102', '盘龙路 1 号', '国内旅游业务；票务代理') returning id`);
      const id = holder?.id ?? 0;
      await tx.query(sql`
        insert into enterprise_licence (enterprise_id, kind, license_no, scope, issued_by, issue_date, status)
        select ${id}, 'agency', 'OLD-' || at, scope, '局', '2020-01-01', 'recorded'
        from unnest(${writtenScopes.map(([written]) => written)}::text[]) with ordinality as s (scope, at)`);
      await tx.query(sql`
        insert into enterprise_licence (enterprise_id, kind, license_no, scope, issued_by, issue_date, status)
        values (${id}, 'food', 'OLD-FOOD', '国内旅游业务', '局', '2020-01-01', 'recorded')`);
      for (const migration of migrations) await tx.query(migration);
      const rows = await tx.rows<{ scope: string; tourism_scope: string[] | null }>(
        sql`select scope, tourism_scope from enterprise_licence where enterprise_id = ${id} and kind = 'agency' order by id`,
      );
      expect(rows.map(({ scope, tourism_scope }) => [scope, tourism_scope?.toSorted()])).toEqual(
        writtenScopes.map(([written, kinds]) => [written, kinds?.toSorted()]),
      );
      const others = await tx.rows<{ tourism_scope: string[] | null }>(
        sql`select tourism_scope from enterprise where id = ${id} union all
          select tourism_scope from enterprise_licence where license_no = 'OLD-FOOD'`,
      );
      expect(others.map((row) => row.tourism_scope)).toEqual([['domestic'], null]);
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
});

/** Thrown to roll the transaction back. */
class Undone extends Error {}
