import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { resources } from '#modules/registry.ts';
import { serverModules } from '#modules/server.ts';
import { type ChangeListener, listenForChanges } from '#server/db/listen-for-table-changes.ts';
import { createEngine } from '#server/platform/create-engine-and-prepare-modules.ts';
import { startApp, type TestApp } from '../../test/support/test-engine.ts';

let app: TestApp;
let ear: ChangeListener | undefined;
beforeAll(async () => {
  app = await startApp({ max: 8 });
});
afterEach(() => ear?.stop());
afterAll(() => app.close());

const tables = [
  'system_area',
  'system_calendar',
  'system_time_rule',
  'system_word',
  'system_setting',
  'auth_menu',
  'user_rule',
  'message_template',
  'security_data_recycle',
  'security_sensitive_data',
];
const cached = (read: string[]) =>
  tables.map((table) => ({ tables: [table], reload: async () => void read.push(table) }));
/** Waits until earlier notifications have arrived. */
const settle = async (read: string[]) => {
  await app.db.query(`select pg_notify('table_changed', 'system_word')`);
  await expect.poll(() => read).toContain('system_word');
};

test('only what changes between listening and the first load is reloaded', async () => {
  ear = await listenForChanges(app.db, app.log);
  await app.db.query(`update message_template set updatetime = updatetime where false`);
  const read: string[] = [];
  await expect
    .poll(async () => {
      await ear?.follow(cached(read));
      return read;
    })
    .toContain('message_template');
  expect(new Set(read)).toEqual(new Set(['message_template']));
});

test('a start without changes notifies no process', async () => {
  const read: string[] = [];
  ear = await listenForChanges(app.db, app.log);
  await ear.follow(cached(read));
  await createEngine({ ...app, resources, modules: serverModules });
  await settle(read);
  expect(read).toEqual(['system_word']);
});
