import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addEnterprise, enterpriseForm, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { sendFile } from './send-file.ts';

let app: TestApp;
let chief: Client;
let county: Client;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  chief = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
});
afterAll(() => app.close());

interface Listed {
  list: Record<string, unknown>[];
  total: number;
}

const lies = (url: string) => fs.existsSync(path.join(app.config.dataDir, 'storage', url.slice('/storage/'.length)));
const picture = (colour: string) =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: colour } })
    .png()
    .toBuffer();
const send = async (who: Client, content: string | Buffer, name: string, more: Parameters<typeof sendFile>[3] = {}) => {
  const answer = await sendFile(who, content, name, more);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.file;
};

test('the list answers rows in the shape of the contract, newest first, with their uploaders', async () => {
  const member = await app.client({ member: 'sender' });
  await send(chief, 'x', '报告.txt');
  await send(member, 'y', '申请.txt', { at: 'api' });
  const photo = await send(chief, await picture('red'), '门头.png', { query: 'topic=door' });
  const { data } = await chief.get<Listed>('/admin/routine.attachment/index');
  expect(data.list[0]).toMatchObject({
    suffix: 'png',
    full_url: photo.full_url,
    id: photo.id,
    topic: 'door',
    user_id: 0,
    url: photo.url,
    width: 12,
    height: 8,
    name: '门头.png',
    mimetype: 'image/png',
    quote: 1,
    storage: 'local',
    sha1: photo.sha1,
    kind: 'image',
    admin: { username: 'admin' },
    user: null,
  });
  expect(data.list[1]).toMatchObject({ name: '申请.txt', admin_id: 0, admin: null, user: { username: 'sender' } });
  expect(JSON.stringify(data)).not.toMatch(/password|salt/);
  const pictures = await chief.get<Listed>('/admin/routine.attachment/index', {
    'search[0][field]': 'mimetype',
    'search[0][val]': 'image',
    'search[0][operator]': 'LIKE',
    limit: 8,
  });
  expect(pictures.data.list.map(({ name }) => name)).toContain('门头.png');
  expect(JSON.stringify(pictures.data)).not.toContain('报告');
  const found = await chief.get<Listed>('/admin/routine.attachment/index', { quick_search: '报告' });
  expect(found.data.total).toBe(1);
});

test('another name and topic are given; a topic is a word, and nothing else is written', async () => {
  const file = await send(chief, 'rename me', 'a.txt');
  const edit = (values: Record<string, unknown>) =>
    chief.post('/admin/routine.attachment/edit', { id: file.id, ...values });
  expect((await edit({ name: '年度报告.txt', topic: 'Report', url: '/storage/x.txt', size: 1 })).code).toBe(1);
  expect(await app.db.row('select name, topic, url, size from routine_attachment where id = $1', [file.id])).toEqual({
    name: '年度报告.txt',
    topic: 'report',
    url: file.url,
    size: 9,
  });
  for (const topic of ['../x', '9', 'private', 'a b'])
    expect((await edit({ topic })).data, topic).toMatchObject({ errors: { topic: [expect.any(String)] } });
});

test('a file a record refers to, or once did, cannot be deleted, and shows where it is used', async () => {
  const officer = await app.officer('county1');
  const [first, second] = [
    await send(county, await picture('blue'), '一.png'),
    await send(county, await picture('lime'), '二.png'),
  ];
  const id = await addEnterprise(app.engine, officer, { ...enterpriseForm(), photo_front: first.url });
  const usage = (who: Client) =>
    who.get<{ list: Record<string, unknown>[]; total: number }>('/admin/routine.attachment/usage', { id: first.id });
  expect((await usage(chief)).data).toMatchObject({
    list: [{ resource: 'enterprise/enterprise', id, field: 'photo_front', field_label: '门头照片', current: true }],
    total: 1,
  });
  const unused = await chief.get<{ list: { id: number }[] }>('/admin/routine.attachment/index', {
    search: [{ field: 'used', operator: '=', val: '0' }],
  });
  const found = unused.data.list.map((one) => one.id);
  expect([found.includes(first.id), found.includes(second.id)], 'unused ones are found').toEqual([false, true]);
  const gone = await chief.del('/admin/routine.attachment/del', { ids: [first.id, second.id] });
  expect([gone.code, (gone.data as { reason: string }).reason]).toEqual([0, 'referenced']);
  expect([lies(first.url), lies(second.url)]).toEqual([true, true]);

  const saved = await chief.post('/admin/enterprise.enterprise/edit', { id, photo_front: second.url });
  expect(saved.code, saved.msg).toBe(1);
  expect((await usage(chief)).data.list[0]).toMatchObject({ current: false });
  expect((await chief.del('/admin/routine.attachment/del', { ids: [first.id] })).code).toBe(0);
  const elsewhere = await app.client({ officer: 'county2' });
  expect((await usage(elsewhere)).code, 'not theirs to see').not.toBe(1);
});

test('an unused file is deleted from disk, counted, and frees its quota', async () => {
  const member = await app.client({ member: 'tidy' });
  const files = [
    await send(member, 'one', '1.txt', { at: 'api', query: 'topic=tidy' }),
    await send(member, 'two', '2.txt', { at: 'api', query: 'topic=tidy' }),
  ];
  const answer = await chief.del('/admin/routine.attachment/del', { ids: files.map(({ id }) => id) });
  expect([answer.code, answer.msg]).toEqual([1, '删除了2条记录和文件']);
  await expect.poll(() => files.some(({ url }) => lies(url)), { timeout: 60_000 }).toBe(false);
  await expect.poll(() => lies('/storage/tidy'), { timeout: 60_000, message: 'its folder is removed too' }).toBe(false);
  const { id } = await app.member('tidy');
  expect(await app.db.row('select files, bytes from upload_quota where owner = $1', [`member ${id}`])).toEqual({
    files: 0,
    bytes: 0,
  });
});

test('deleting a file while a record starts to use it: either side is refused with the reason', async () => {
  const officer = await app.officer('county1');
  for (let round = 1; round <= 12; round++) {
    const file = await send(county, await picture(`rgb(${round},9,9)`), 'race.png');
    const held = round % 2 === 0 ? { photo_front: file.url } : { introduction: `<p>门头</p><img src="${file.url}">` };
    const [added, removed] = await Promise.allSettled([
      addEnterprise(app.engine, officer, { ...enterpriseForm(), ...held }),
      chief.del('/admin/routine.attachment/del', { ids: [file.id] }),
    ]);
    const gone = removed.status === 'fulfilled' && removed.value.code === 1;
    expect([added.status === 'fulfilled', gone].filter(Boolean), 'one of the two').toHaveLength(1);
  }
});

test('rich text shows existing pictures that everybody may open, or pictures of its own row', async () => {
  const officer = await app.officer('county1');
  const theirs = await app.client({ officer: 'county2' });
  const show = (url: string) =>
    addEnterprise(app.engine, officer, { ...enterpriseForm(), introduction: `<img src="${url}">` }).then(
      () => 'shown',
      (error: { data?: { errors?: object } }) => Object.keys(error.data?.errors ?? {}).join(),
    );
  const open = await send(theirs, await picture('tan'), '公开的.png');
  const hidden = await send(theirs, await picture('tomato'), '别人的.png', { query: 'private=1' });
  const own = await send(county, await picture('teal'), '自己的.png', { query: 'private=1' });
  expect([await show(open.url), await show(own.url)]).toEqual(['shown', 'shown']);
  expect([await show(hidden.url), await show('/storage/default/gone.png')]).toEqual(['introduction', 'introduction']);
});

test('a file uploaded for a field matches what the field accepts, or is refused before it is sent', async () => {
  const of = (field: string, name: string) =>
    sendFile(county, Buffer.from('x'.repeat(50)), name, { query: `of=enterprise/enterprise.${field}` });
  expect((await of('photo_front', '清单.txt')).msg).toBe('上传的文件格式未被允许。此处可上传：JPG、PNG、WEBP。');
  for (const wrong of ['name', 'nothing', 'x/y'])
    expect((await of(wrong, 'a.png')).data, wrong).toMatchObject({ reason: 'parameter' });
  const licence = await send(county, await picture('linen'), '执照.png', {
    query: 'of=enterprise/enterprise.business_license',
  });
  expect(licence.url, 'as private as the field').toMatch(/^\/storage\/private\//);
  const renamed = await sendFile(county, 'no picture', '门头.png', { query: 'of=enterprise/enterprise.photo_front' });
  expect(renamed.code, 'its content is inspected all the same').toBe(0);
});

test('the original of a public photograph is stored separately, for its uploader only', async () => {
  const original = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Make: 'Testphone' } })
    .jpeg()
    .toBuffer();
  const file = await send(county, original, '现场.jpg');
  const row = await app.db.row<{ original: string }>('select original from routine_attachment where id = $1', [
    file.id,
  ]);
  expect(row?.original).toMatch(/^\/storage\/private\//);
  const open = (who: Client) =>
    who.get<{ list: { link: string }[] }>('/admin/ajax/fileLinks', { urls: [row?.original] });
  const [link] = (await open(county)).data.list;
  const served = Buffer.from(await (await fetch(`${app.address}${link?.link}`)).arrayBuffer());
  expect(served.equals(original)).toBe(true);
  const shown = Buffer.from(await (await fetch(`${app.address}${file.url}`)).arrayBuffer());
  expect(shown.includes('Testphone')).toBe(false);
  expect((await open(await app.client({ officer: 'county2' }))).data.list).toEqual([]);
  expect((await chief.del('/admin/routine.attachment/del', { ids: [file.id] })).code).toBe(1);
  await expect.poll(() => lies(row?.original ?? ''), { timeout: 60_000 }).toBe(false);
});

test('the link to a private file comes with the name it was uploaded under', async () => {
  const file = await send(county, await picture('plum'), '现场照片.png', { query: 'private=1' });
  const links = await county.get<{ list: unknown[] }>('/admin/ajax/fileLinks', { urls: [file.url] });
  expect(links.data.list).toEqual([{ url: file.url, link: expect.stringContaining(file.url), name: '现场照片.png' }]);
});

test('the picker offers files the field accepts: own files, and public ones of colleagues', async () => {
  const secret = await send(county, await picture('navy'), '密.png', { query: 'private=1' });
  const open = await send(county, await picture('olive'), '公开.png');
  const theirs = await app.client({ member: 'picker' });
  const own = await send(theirs, await picture('gold'), '我的.png', { at: 'api' });
  const offered = async (who: Client, query: Record<string, unknown> = {}, at = 'admin') =>
    (
      await who.get<{ list: { url: string }[]; total: number }>(`/${at}/ajax/attachments`, {
        accept: 'image/*',
        limit: 50,
        ...query,
      })
    ).data;
  const urls = async (...query: Parameters<typeof offered>) => (await offered(...query)).list.map(({ url }) => url);
  expect(await urls(county)).toContain(open.url);
  expect(await urls(county)).not.toContain(secret.url);
  expect(await urls(county, { private: '1' })).toContain(secret.url);
  expect(await urls(chief, { private: '1' })).not.toContain(secret.url);
  expect(await urls(await app.client({ officer: 'county2' }))).not.toContain(open.url);
  expect(await urls(theirs, {}, 'api')).toEqual([own.url]);
  expect(await urls(theirs, { accept: 'pdf,txt' }, 'api')).toEqual([]);
  expect((await offered(county, { limit: 2, quick_search: '公开' })).list).toHaveLength(1);
  for (const page of ['0', '-1', 'x', '1.5'])
    expect((await county.get('/admin/ajax/attachments', { page })).code).toBe(0);
});

test('a thumbnail is generated once, only in the existing sizes, and of a private picture only by its link', async () => {
  const large = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'plum' } })
    .jpeg()
    .toBuffer();
  const file = await send(county, large, 'large.jpg');
  const small = async (query: string, url = file.url) => {
    const answer = await fetch(`${app.address}${url}?${query}`);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const { width, height } = await sharp((await small('thumb=240')).body).metadata();
  expect([width, height, (await small('thumb=240')).type]).toEqual([240, 120, 'image/webp']);
  for (const other of ['thumb=241', 'thumb=9999', 'thumb=x']) expect((await small(other)).body.length).toBe(file.size);
  const hidden = await send(county, large, 'hidden.jpg', { query: 'private=1' });
  expect((await small('thumb=240', hidden.url)).status).toBe(403);
  expect((await small(`${new URL(hidden.full_url).search.slice(1)}&thumb=240`, hidden.url)).type).toBe('image/webp');
  expect((await small('', '/storage/.thumbnail/x.webp')).status).toBe(404);
  const saved = () =>
    fs.readdirSync(path.join(app.config.dataDir, 'storage', '.thumbnail')).filter((name) => name.endsWith('.webp'));
  expect(saved()).toHaveLength(2);
  expect((await chief.del('/admin/routine.attachment/del', { ids: [hidden.id] })).code).toBe(1);
  await expect.poll(saved, { timeout: 60_000, message: 'it is deleted with its picture' }).toHaveLength(1);
});

test('upload settings take effect without a restart; an invalid path template is refused', async () => {
  const set = async (values: Record<string, unknown>) => {
    const { data } = await chief.get<{ sections: { name: string; rows: Record<string, { version: number }> }[] }>(
      '/admin/system.setting/sections',
    );
    const rows = data.sections.find(({ name }) => name === 'upload')?.rows ?? {};
    const versions = Object.fromEntries(Object.keys(values).map((name) => [name, rows[name]?.version]));
    return chief.post('/admin/system.setting/save', { section: 'upload', values, versions });
  };
  for (const savename of ['../{filesha1}', '/storage/{unknown}/{filesha1}', '/storage/.git/{sec}', '{'])
    expect((await set({ savename })).data, savename).toMatchObject({ errors: { savename: [expect.any(String)] } });
  expect(
    (await set({ savename: '/storage/{year}/{filename}-{random32}{.suffix}', mimetype: 'txt', maxsize: 1 })).code,
  ).toBe(1);
  expect((await send(chief, 'by the new template', '新 的.txt')).url).toMatch(
    /^\/storage\/\d{4}\/_?-?[\w-]+-[\da-f]{32}\.txt$/,
  );
  expect((await sendFile(chief, await picture('pink'), 'a.png')).msg).toBe('上传的文件格式未被允许。此处可上传：TXT。');
  expect((await sendFile(chief, Buffer.alloc(1_100_000, 65), 'a.txt')).msg).toBe(
    '上传的文件太大(>1M)，最大文件大小：1M',
  );
  const { data } = await chief.get<{ siteConfig: { upload: object } }>('/admin/index/index');
  expect(data.siteConfig.upload).toEqual({
    mode: 'local',
    maxsize: 1_048_576,
    mimetype: 'txt',
    savename: '/storage/{year}/{filename}-{random32}{.suffix}',
  });
});
