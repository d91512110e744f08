import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { addEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../test/support/test-engine.ts';
import { fileLinkLifetime, signLink } from './sign-and-verify-file-links.ts';

let app: TestApp;
let chief: Caller;
let city: Client;
let mine: Client;
let foreign: Client;
let member: Client;
let holder: number;
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  chief = await app.officer('admin');
  [city, mine, foreign, member] = await Promise.all([
    app.client({ officer: 'city' }),
    app.client({ officer: 'county1' }),
    app.client({ officer: 'county2' }),
    app.client({ member: 'visitor' }),
  ]);
  holder = await addEnterprise(app.engine, chief);
});
afterAll(() => app.close());

let drawn = 0;
const picture = () =>
  sharp({ create: { width: 10 + ++drawn, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

interface File {
  url: string;
  full_url: string;
}
async function send(from: Client, query: string, content?: Buffer, name = 'a.png', area = 'admin'): Promise<File> {
  const head = `--cut\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const answer: WireAnswer<{ file: File }> = await from.post(
    `/${area}/ajax/upload?${query}`,
    Buffer.concat([Buffer.from(head), content ?? (await picture()), Buffer.from('\r\n--cut--\r\n')]),
    { 'content-type': 'multipart/form-data; boundary=cut' },
  );
  if (answer.code !== 1) throw new Error(answer.msg);
  return answer.data.file;
}

const links = async (who: Client, urls: string[], area = 'admin') => {
  const answer = await who.get<{ list: { url: string; link: string }[] }>(`/${area}/ajax/fileLinks`, { urls });
  return new Map(answer.data.list.map(({ url, link }) => [url, link]));
};
const linkTo = async (who: Client, url: string, area = 'admin') => (await links(who, [url], area)).get(url);
const open = (address: string, headers: Record<string, string> = {}) =>
  fetch(`${app.address}${address}`, { headers }).then((answer) => answer.status);

let serial = 0;
const licence = (file: unknown) => ({
  enterprise_id: holder,
  kind: 'food',
  license_no: `F-${++serial}`,
  issued_by: '五华区市场监督管理局',
  issue_date: '2024-01-01',
  file,
});
const addLicence = (who: Client, file: unknown) =>
  who.post<{ id: number; errors?: Record<string, string[]> }>('/admin/enterprise.licence/add', licence(file));

describe('a private file', () => {
  test('opens only for its uploader and for those who may see a row that refers to it', async () => {
    const { url, full_url } = await send(mine, 'private=1');
    expect(url).toMatch(/^\/storage\/private\//);
    expect(await open(url)).toBe(403);
    expect(await open(full_url.slice(full_url.indexOf('/storage')))).toBe(200);
    expect(await open((await linkTo(mine, url)) ?? '')).toBe(200);
    for (const who of [city, foreign]) expect(await linkTo(who, url)).toBeUndefined();
    expect(await linkTo(member, url, 'api')).toBeUndefined();

    const added = await addLicence(mine, url);
    expect([added.code, added.msg]).toEqual([1, '添加成功!']);
    expect(await open((await linkTo(city, url)) ?? '')).toBe(200);
    expect(await linkTo(foreign, url)).toBeUndefined();
    expect(await linkTo(member, url, 'api')).toBeUndefined();

    // the timeline still shows the previous file
    const next = await send(mine, 'private=1');
    const changed = await mine.post('/admin/enterprise.licence/edit', { id: added.data.id, file: next.url });
    expect(changed.code).toBe(1);
    expect(await open((await linkTo(city, url)) ?? '')).toBe(200);
    expect(await open((await linkTo(city, next.url)) ?? '')).toBe(200);

    await mine.del('/admin/enterprise.licence/del', { ids: [added.data.id] });
    expect(await linkTo(city, url)).toBeUndefined();
  });

  test('of a member opens for the member and for officers of the row', async () => {
    const owner = await app.client({ member: 'owner' });
    const { url } = await send(owner, 'private=1', undefined, 'a.png', 'api');
    const businessId = await addEnterprise(app.engine, chief);
    await placePerson(app.db, businessId, await app.member('owner'));
    await app.db.query(sql`update enterprise set status = 'draft' where id = ${businessId}`);
    const saved = await owner.post('/api/enterprise.enterprise/edit', { id: businessId, business_license: url });
    expect([saved.code, saved.msg]).toEqual([1, '更新成功!']);
    expect(await open((await linkTo(owner, url, 'api')) ?? '')).toBe(200);
    expect(await open((await linkTo(mine, url)) ?? '')).toBe(200);
    expect(await linkTo(foreign, url)).toBeUndefined();
    expect(await linkTo(member, url, 'api')).toBeUndefined();
  });

  test('opens with a link for five minutes, for this file, in this session', async () => {
    const session = await app.client({ officer: 'county1' });
    const { url } = await send(session, 'private=1');
    const link = (await linkTo(session, url)) ?? '';
    expect(await open(link)).toBe(200);
    const other = await send(session, 'private=1');
    expect(await open(link.replace(url, other.url))).toBe(403);
    expect(await open(link.replace(/ticket=\d/, 'ticket=9'))).toBe(403);
    expect(await open(link.replace('.admin.', '.member.'))).toBe(403);
    expect(await open(`${url}?ticket=`)).toBe(403);
    expect(await open(`${url}?ticket[a]=1&ticket[b]=2`)).toBe(403);
    const { id } = await app.officer('county1');
    const ticketOf = (ageSeconds: number) =>
      signLink(app.engine, { type: 'admin', id, sessionId: sessionOf(link) }, url, Date.now() - ageSeconds * 1000);
    expect(await open(ticketOf(fileLinkLifetime - 5))).toBe(200);
    expect(await open(ticketOf(fileLinkLifetime + 1))).toBe(403);
    expect((await session.post('/admin/index/logout', {})).code).not.toBe(0);
    expect(await open(link)).toBe(403);
  });

  test('is saved under its original name', async () => {
    const { url } = await send(mine, 'private=1', undefined, '营业执照 (1).png');
    const answer = await fetch(`${app.address}${await linkTo(mine, url)}`);
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename*=UTF-8''${encodeURIComponent('营业执照 (1).png').replace('(', '%28').replace(')', '%29')}`,
    );
  });

  test('does not open with a session token, as cookie or otherwise', async () => {
    const { url } = await send(mine, 'private=1');
    const ways: Record<string, string>[] = [
      { cookie: `xj_file=${mine.token}` },
      { cookie: `batoken=${mine.token}` },
      { batoken: mine.token },
    ];
    for (const headers of ways) expect(await open(url, headers)).toBe(403);
  });

  test('is not reached by another spelling of its address', async () => {
    const { url } = await send(mine, 'private=1');
    const root = path.join(app.config.dataDir, 'storage');
    // as on a file system that ignores case
    await fs.symlink(path.join(root, 'private'), path.join(root, 'PRIVATE'));
    for (const spelled of [
      url.replace('private', 'PRIVATE'),
      url.replace('private', '%70rivate'),
      url.replace('/private', '//private'),
      url.replace('/private', '/./private'),
      url.replace('/private', '/default/../private'),
      url.replace('/private', '/default/%2e%2e/private'),
      url.replace('/private', '\\private'),
      `${url}/`,
      `${url}%00.png`,
    ])
      expect([403, 404], spelled).toContain(await open(spelled));
  });
});

describe('a reference to a file', () => {
  const refusal = async (who: Client, file: unknown) => {
    const answer = await addLicence(who, file);
    return answer.code === 0 ? answer.data.errors?.file?.[0] : answer.code;
  };

  test('is accepted only for an own private upload of the right type', async () => {
    const theirs = await send(foreign, 'private=1');
    expect(await refusal(mine, theirs.url)).toBe('请重新上传文件');
    const open = await send(mine, 'private=0');
    expect(await refusal(mine, open.url)).toBe('该文件是公开上传的，请在此处重新上传');
    const plainText = await send(mine, 'private=1', Buffer.from('文字'), 'a.txt');
    expect(await refusal(mine, plainText.url)).toBe('文件类型须为 JPG,JPEG,PNG,WEBP,PDF,OFD');
    const english = await app.client({ officer: 'county1' }, 'en');
    expect(await refusal(english, plainText.url)).toBe('File type must be JPG,JPEG,PNG,WEBP,PDF,OFD');
    for (const outside of [
      'https://cdn.example.com/a.png',
      '//evil.example/a.png',
      'javascript:alert(1)',
      '/storage/private/default/20260101/nothing.png',
      '/storage/../secret.key',
      { url: theirs.url },
      [theirs.url],
    ])
      expect(await refusal(mine, outside), JSON.stringify(outside)).toBe('请重新上传文件');
    const right = await send(mine, 'private=1');
    expect(await refusal(mine, right.url)).toBe(1);
  });

  test('that the row already has stays, whoever uploaded it', async () => {
    const theirs = await send(city, 'private=1');
    const added = await addLicence(city, theirs.url);
    const same = await mine.post('/admin/enterprise.licence/edit', {
      id: added.data.id,
      file: theirs.url,
      issued_by: '五华区卫生健康局',
    });
    expect([same.code, same.msg]).toEqual([1, '更新成功!']);
    // they may not use it elsewhere either
    expect(await refusal(mine, theirs.url)).toBe('请重新上传文件');
  });

  test('is also checked in values that the platform sets', async () => {
    const errors = (order: Parameters<typeof write>[3], who = chief) =>
      write(app.engine, enterprise, who, order).then(
        () => 'stored',
        (error: unknown) => (error instanceof Refused ? (error.data as { errors?: unknown }).errors : error),
      );
    const { url } = await send(foreign, 'private=1');
    for (const value of [url, 'https://example.com/a.png'])
      expect(await errors({ operation: 'edit', id: holder, input: {}, set: { business_license: value } })).toEqual({
        business_license: ['请重新上传文件'],
      });
    const { id } = await app.officer('county2');
    const order = { operation: 'edit', id: holder, input: {}, set: { business_license: url } } as const;
    expect(await errors({ ...order, filesOf: { type: 'admin', id } })).toBe('stored');
    await app.db.query(
      sql`update enterprise set business_license = '/storage/private/test/licence.png' where id = ${holder}`,
    );
  });

  test('a private file in the input of a move is checked and opens with the row', async () => {
    const id = await addEnterprise(app.engine, chief);
    await app.db.query(sql`update enterprise set status = 'active' where id = ${id}`);
    const theirs = await send(foreign, 'private=1');
    const change = (business_license: string) =>
      mine.post<{ errors: unknown }>('/admin/enterprise.enterprise/change', {
        id,
        business_license,
        reason: '换发营业执照',
      });
    expect((await change(theirs.url)).data.errors).toEqual({ business_license: ['请重新上传文件'] });
    const own = await send(mine, 'private=1');
    expect((await change(own.url)).code).toBe(1);
    expect(await open((await linkTo(city, own.url)) ?? '')).toBe(200);
    expect(await linkTo(foreign, own.url)).toBeUndefined();
  });
});

describe('a result', () => {
  test('of an export opens only for the account that started it', async () => {
    const { url: link } = (
      await city.post<{ url: string }>('/admin/enterprise.enterprise/export', { columns: ['name'] })
    ).data;
    const [url = ''] = link.split('?');
    expect(await open(link)).toBe(200);
    expect(await open(url)).toBe(403);
    expect(await open((await linkTo(city, url)) ?? '')).toBe(200);
    for (const who of [mine, foreign]) {
      expect(await linkTo(who, url)).toBeUndefined();
      expect(await open(url, { cookie: `xj_file=${who.token}` })).toBe(403);
    }
    expect(await linkTo(member, url, 'api')).toBeUndefined();
  });

  test('of a job is sent to its owner with a link', async () => {
    const { id } = await app.officer('city');
    const name = `admin${id}-${'0'.repeat(32)}-企业_2026-11-22.xlsx`;
    await fs.mkdir(path.join(app.config.dataDir, 'result'), { recursive: true });
    await fs.writeFile(path.join(app.config.dataDir, 'result', name), 'rows');
    const result = { url: `/storage/result/${name}`, report: { workbook_url: `/storage/result/${name}`, total: 3 } };
    const job = await app.db.row<{ id: number }>(
      sql`insert into job (kind, title, admin_id, status, result) values ('export', '导出', ${id}, 'done', ${JSON.stringify(result)}::jsonb) returning id`,
    );
    const shown = (await city.get<{ job: { result: typeof result } }>('/admin/job/show', { id: job?.id })).data.job
      .result;
    expect(shown.report.total).toBe(3);
    for (const link of [shown.url, shown.report.workbook_url]) expect(await open(link)).toBe(200);
    expect((await mine.get('/admin/job/show', { id: job?.id })).code).toBe(0);
  });
});

test('links are requested two hundred at a time; public files keep their address', async () => {
  const { url } = await send(mine, 'private=0');
  expect(await linkTo(member, url, 'api')).toBe(url);
  expect(await links(mine, ['/etc/passwd', 'https://example.com/a.png', '/storage/result/x.xlsx'])).toEqual(new Map());
  const many = Array.from({ length: 201 }, (_, n) => `/storage/private/a/${n}.png`);
  expect((await mine.get('/admin/ajax/fileLinks', { urls: many })).code).toBe(0);
  for (const odd of ['', 'urls[a][b]=1', 'urls=1&urls[x]=2'])
    expect([0, 1]).toContain((await mine.get('/admin/ajax/fileLinks', odd)).code);
  expect((await (await app.client('nobody')).get('/admin/ajax/fileLinks', { urls: [url] })).code).toBe(302);
});

test('an officer and a member in one browser are given no cookie to share', async () => {
  for (const [who, address] of [
    [mine, '/admin/index/index'],
    [member, '/api/account/index'],
  ] as const)
    expect((await who.get(address)).headers['set-cookie']).toBeUndefined();
});

/** The session in which a link was signed. */
const sessionOf = (link: string) => Number(/ticket=\d+\.admin\.\d+\.(\d+)\./.exec(link)?.[1]);
