import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDemoWechatOfficialAccount } from '#modules/demo/server/add-demo-wechat-official-account.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

/** In the form of a code: kind, key, fields and signature. */
const code = `1t.Kq3v.${'aB3_'.repeat(12)}.${'x-Y9'.repeat(21)}Zz`;

let app: TestApp;
let admin: Client;
let id: number;
beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' });
  await addDemoWechatOfficialAccount(app.engine, '530100');
  id = (await app.db.row<{ id: number }>(sql`select id from wechat_account`))?.id ?? 0;
});
afterAll(() => app.close());

const answerTo = async (written: string) => {
  const { data } = await admin.post<{ reply: { content: string | null } | null }>('/admin/wechat.account/simulate', {
    id,
    action: 'text',
    text: written,
  });
  return data.reply?.content ?? '';
};

test('the quick replies of the demonstration lead where something is answered', async () => {
  expect(await answerTo('我要投诉')).toMatch(/\/complaint$/);
  for (const written of [code, `查团 ${code}`, `导游${code}`]) {
    const address = /\S+\/team\/\S+$/.exec(await answerTo(written))?.[0] ?? '';
    expect(address.endsWith(`/team/${code}`), written).toBe(true);
  }
  // numbers are no codes: everybody could try them
  for (const written of ['查团 T530100', '导游 DZG2026530100001'])
    expect(await answerTo(written), written).toMatch(/\/team$/);
});
