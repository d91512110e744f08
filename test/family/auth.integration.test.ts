import { afterAll, beforeAll, test } from 'vitest';
import { z } from 'zod';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../engine.ts';
import { type FamilyClient, openFamily } from './client.ts';
import { walkPage } from './page.ts';
import { flag, int, shape, times, word } from './shapes.ts';

/** Whole conversations of a client of the family with the stock pages of 组织与权限 (wire contract §2.7). */
let app: TestApp;
let client: FamilyClient;
beforeAll(async () => {
  app = await startApp();
  client = openFamily(app);
  await client.signIn('admin');
  await client.boot();
});
afterAll(() => app.close());

const admin = {
  id: int,
  username: word,
  nickname: word,
  avatar: word,
  email: word,
  mobile: word,
  lastloginip: word,
  motto: word,
  group_arr: z.array(int),
  status: flag,
  ...times,
};

test('administrators', async () => {
  const group = await app.db.row<{ id: number }>(sql`select id from auth_group order by id desc limit 1`);
  await walkPage(client, {
    controller: 'auth.admin',
    row: shape({ ...admin, group_name_arr: z.array(word) }),
    search: {
      id: 'number',
      username: 'word',
      nickname: 'word',
      createtime: 'moment',
      status: 'choice',
      group_arr: 'list',
    },
    sorts: ['id', 'createtime', 'lastlogintime'],
    form: {
      add: (n) => ({
        username: `family_${n}`,
        nickname: `新人${n}`,
        password: 'Bridge-over-7',
        email: `family${n}@example.com`,
        mobile: `1380000111${n}`,
        group_arr: [group?.id],
        avatar: '',
        motto: '',
        status: '1',
      }),
      word: (n) => `family_${n}`,
      row: shape({ ...admin, password: z.literal('') }),
      change: { motto: '以身作则' },
    },
    cell: ['status', '0', '1'],
    select: { label: 'username' },
    del: true,
  });
});
