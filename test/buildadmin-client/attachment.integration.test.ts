import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type TestApp } from '../support/test-engine.ts';
import { type BuildAdminClient, openBuildAdminClient } from './client.ts';
import { int, moment, shape, word } from './row-shapes.ts';
import { callsOf, walkPage } from './stock-page.ts';

/**
 * All calls of a BuildAdmin client for 附件 (wire contract §2.7, §2.8): files are uploaded, never added by a form.
 */
let app: TestApp;
let client: BuildAdminClient;
beforeAll(async () => {
  app = await startApp();
  client = openBuildAdminClient(app);
  await client.signIn('admin');
  await client.boot();
});
afterAll(() => app.close());

const sent = { suffix: word, full_url: z.url(), topic: word, admin_id: int, url: word, name: word, size: int };
const file = { ...sent, mimetype: word, storage: word, sha1: z.string().length(40), id: int, lastuploadtime: moment };
const who = z.looseObject({ id: int, username: word });
const row = shape({
  ...file,
  user_id: int,
  width: int,
  height: int,
  quote: int,
  createtime: moment,
  admin: who.nullable(),
  user: who.nullable(),
});

/** As the client does it: a form with `file`, a uuid in the URL, only its own headers. */
async function upload(name: string, content: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const answer = await fetch(`${app.address}/admin/ajax/upload?uuid=5f0c`, {
    method: 'POST',
    body: form,
    headers: {
      accept: 'application/json, text/plain, */*',
      server: 'true',
      'think-lang': 'zh-cn',
      batoken: client.token,
    },
  });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data: { file: { id: number; name: string } };
  };
  expect([code, msg]).toEqual([1, '文件上传成功！']);
  return z.looseObject(file).parse(data.file);
}

test('attachments', async () => {
  const { siteConfig } = (await client.boot()) as unknown as { siteConfig: { upload: unknown } };
  z.object({ mode: z.literal('local'), maxsize: int, mimetype: word, savename: word }).parse(siteConfig.upload);
  const ids: number[] = [];
  for (const n of [1, 2, 3]) ids.push((await upload(`会议纪要${n}.txt`, `第 ${n} 次`)).id);
  const again = await upload('会议纪要3.txt', '第 3 次');
  expect(again.id).toBe(ids[2]);
  await walkPage(client, {
    controller: 'routine.attachment',
    row,
    search: {
      id: 'number',
      name: 'word',
      topic: 'word',
      size: 'number',
      mimetype: 'word',
      quote: 'number',
      lastuploadtime: 'moment',
      createtime: 'moment',
    },
    sorts: ['id', 'size', 'lastuploadtime', 'createtime'],
    select: { label: 'name' },
  });
  const calls = callsOf(client, { controller: 'routine.attachment' });
  const [newest] = (await calls.index()).list;
  expect([newest?.id, newest?.quote]).toEqual([ids[2], 2]);
  const form = row.parse(await calls.form(ids[0] ?? 0));
  expect(form).toMatchObject({ suffix: 'txt', user_id: 0, user: null, admin: { username: 'admin' } });
  expect(form).toMatchObject((await calls.all()).find(({ id }) => id === ids[0]) ?? {});
  expect((await calls.save({ ...form, name: '纪要.txt' })).msg).toBe('更新成功!');
  expect(await calls.form(ids[0] ?? 0)).toMatchObject({ name: '纪要.txt', url: form.url });
  // its picker shows only pictures, eight per page
  const pictures = await calls.index({
    ...calls.search({ field: 'mimetype', operator: 'LIKE', val: 'image' }),
    page: 1,
    limit: 8,
  });
  expect([pictures.list, pictures.total]).toEqual([[], 0]);
  expect(client.shows('routine/attachment', 'del')).toBe(true);
  expect((await calls.del(ids[0] ?? 0, ids[1] ?? 0)).msg).toBe('删除了2条记录和文件');
  expect((await calls.all()).map(({ id }) => id)).toEqual([ids[2]]);
});
