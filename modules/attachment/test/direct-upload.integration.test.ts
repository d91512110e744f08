import { createHash } from 'node:crypto';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { type RunningBucket, startBucket } from './bucket.ts';

/** Direct uploads from the browser to a bucket, tested against a local S3 server. */
let app: TestApp;
let chief: Client;
let member: Client;
let bucket: RunningBucket;
let base: string;
beforeAll(async () => {
  app = await startApp();
  [chief, member] = [await app.client({ officer: 'admin' }), await app.client({ member: 'sender' })];
  bucket = await startBucket();
  base = bucket.base;
  await setUp(bucket.settings);
});
afterAll(async () => {
  await bucket.close();
  await app.close();
});

async function setUp(values: Record<string, unknown>) {
  const { data } = await chief.get<{ sections: { name: string; rows: Record<string, { version: number }> }[] }>(
    '/admin/system.setting/sections',
  );
  const rows = data.sections.find(({ name }) => name === 'upload')?.rows ?? {};
  const versions = Object.fromEntries(Object.keys(values).map((name) => [name, rows[name]?.version]));
  const saved = await chief.post('/admin/system.setting/save', { section: 'upload', values, versions });
  expect(saved.code, saved.msg).toBe(1);
  expect(saved.text).not.toContain('"S3RVER"},"rows"');
}

interface Params {
  mode: string;
  url: string;
  savename: string;
  params: Record<string, string>;
}
const paramsOf = async (who: Client, at: 'admin' | 'api') =>
  (await who.get<{ upload: Params }>(`/${at}/ajax/uploadParams`)).data.upload;

test('no upload is signed while viewing as a group', async () => {
  const looking = await app.client({ officer: 'admin' });
  const group = await app.db.row<{ id: number }>(`select id from auth_group where rules is not null limit 1`);
  expect((await paramsOf(looking, 'admin')).mode).toBe('s3');
  expect((await looking.post('/admin/viewAs/start', { group_id: group?.id, area_code: '530100' })).code).toBe(1);
  const { mode, params } = await paramsOf(looking, 'admin');
  expect([mode, params]).toEqual(['local', undefined]);
});

/** Uploads like the stock client: builds a key from the template, posts the form to the bucket, calls back. */
async function put(
  who: Client,
  at: 'admin' | 'api',
  content: Buffer,
  name: string,
  more: { key?: string; type?: string } = {},
) {
  const { url, savename, params } = await paramsOf(who, at);
  const sha1 = createHash('sha1').update(content).digest('hex');
  const places: Record<string, string> = {
    topic: 'default',
    year: '2026',
    mon: '11',
    day: '22',
    filesha1: sha1,
    '.suffix': path.extname(name),
  };
  const key = more.key ?? savename.replace(/\{([.\w]+)\}/g, (place, one: string) => places[one] ?? place).slice(1);
  const form = new FormData();
  for (const [field, value] of Object.entries({
    key,
    'Content-Type': more.type ?? 'application/octet-stream',
    ...params,
  }))
    form.append(field, value);
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const sent = await fetch(url, { method: 'POST', body: form });
  expect(sent.status).toBe(200);
  return { key, report: { url: `/${key}`, name, size: content.length, type: more.type ?? '', sha1 } };
}
const callback = (who: Client, at: 'admin' | 'api', report: Record<string, unknown>) =>
  who.post<{ file: Record<string, unknown> }>(`/${at}/Alioss/callback`, report);
const lies = async (key: string) => (await fetch(`${base}/${key}`)).status === 200;

test('an uploaded object is inspected, recorded, served from the bucket, and deleted with its row', async () => {
  const content = await sharp({ create: { width: 9, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { key, report } = await put(chief, 'admin', content, '门头.png', { type: 'image/png' });
  const { code, msg, data } = await callback(chief, 'admin', report);
  expect([code, msg]).toEqual([1, '文件上传成功！']);
  expect(data.file).toMatchObject({
    url: expect.stringMatching(/^\/storage\/checked\/[\da-f]{32}\.png$/),
    full_url: `${base}${data.file.url}`,
    storage: 's3',
    mimetype: 'image/png',
    width: 9,
    height: 6,
    sha1: report.sha1,
  });
  const name = String(data.file.url).slice(1);
  const shown = await fetch(`${app.address}/${name}`);
  expect(shown.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await shown.arrayBuffer()).equals(content)).toBe(true);
  expect((await callback(chief, 'admin', report)).code, 'told of twice').toBe(0);
  expect([await lies(key), await lies(name)], 'what was sent is gone, what was looked at stays').toEqual([false, true]);
  await put(chief, 'admin', Buffer.from('<script>'), '门头.png', { key, type: 'text/html' });
  const later = await fetch(`${base}/${name}`);
  expect(Buffer.from(await later.arrayBuffer()).equals(content), 'whatever is uploaded to its URL later').toBe(true);
  const { params } = await paramsOf(chief, 'admin');
  const { conditions } = JSON.parse(Buffer.from(params.policy ?? '', 'base64').toString()) as { conditions: unknown[] };
  const reach = conditions.filter((one): one is string[] => Array.isArray(one) && one[1] === '$key');
  expect(
    reach.map(([how, , prefix]) => [how, name.startsWith(prefix ?? '')]),
    'no signature reaches it',
  ).toEqual([['starts-with', false]]);
  expect((await chief.del('/admin/routine.attachment/del', { ids: [data.file.id] })).code).toBe(1);
  await expect.poll(() => lies(name), { timeout: 60_000 }).toBe(false);
});

test('a member has a folder of their own, and counts in their quota', async () => {
  const { key, report } = await put(member, 'api', Buffer.from('申请材料'), 'a.txt');
  expect((await callback(chief, 'admin', report)).code, 'not in their folder').toBe(0);
  expect(await lies(key), 'nor theirs to remove').toBe(true);
  const stored = await callback(member, 'api', report);
  expect([stored.code, stored.data.file.user_id]).toEqual([1, expect.any(Number)]);
  const { id } = await app.member('sender');
  expect(await app.db.row('select files, bytes from upload_quota where owner = $1', [`member ${id}`])).toEqual({
    files: 1,
    bytes: 12,
  });
});

test('nothing the client claims is trusted; refused objects are deleted from the bucket', async () => {
  const refused = async (content: Buffer, name: string, change: Record<string, unknown> = {}, type?: string) => {
    const { key, report } = await put(chief, 'admin', content, name, type ? { type } : {});
    const { code } = await callback(chief, 'admin', { ...report, ...change });
    return [code, await lies(key)];
  };
  expect(await refused(Buffer.from('one'), 'a.txt', { sha1: 'f'.repeat(40) })).toEqual([0, false]);
  expect(await refused(Buffer.from('two'), 'a.txt', { size: 1 })).toEqual([0, false]);
  expect(await refused(Buffer.from('MZ\0\0'), 'a.png')).toEqual([0, false]);
  expect(await refused(Buffer.from('three'), 'a.exe')).toEqual([0, false]);
  expect(await refused(Buffer.from('<script>alert(1)</script>'), 'a.txt', {}, 'text/html')).toEqual([0, false]);
  const { savename } = await paramsOf(chief, 'admin');
  const own = savename.split('/')[2];
  for (const url of [
    `/storage/${own}/nothing.txt`,
    '/storage/x.txt',
    `/storage/${own}/../a.txt`,
    `/storage/${own}x/a.txt`,
    '',
    null,
  ])
    expect(
      (await callback(chief, 'admin', { url, name: 'a.txt', size: 1, type: '', sha1: 'a' })).code,
      String(url),
    ).toBe(0);
  expect((await callback(await app.client('nobody'), 'admin', {})).code).toBe(302);
});

test('a photograph is stored in the bucket without metadata', async () => {
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'Testphone' } })
    .jpeg()
    .toBuffer();
  const { key, report } = await put(chief, 'admin', photo, 'a.jpg', { type: 'image/jpeg' });
  const accepted = await callback(chief, 'admin', report);
  expect([accepted.code, await lies(key)]).toEqual([1, false]);
  expect(Buffer.from(await (await fetch(`${base}${accepted.data.file.url}`)).arrayBuffer()).includes('Testphone')).toBe(
    false,
  );
});

test('an unreachable bucket is reported, and nothing is lost', async () => {
  const { report } = await put(chief, 'admin', Buffer.from('later'), 'a.txt');
  await setUp({ bucket_url: 'http://127.0.0.1:1/files' });
  expect((await callback(chief, 'admin', report)).msg).toBe('对象存储暂时不可用，请稍后再试');
  await setUp({ bucket_url: base });
  expect((await callback(chief, 'admin', report)).code).toBe(1);
});
