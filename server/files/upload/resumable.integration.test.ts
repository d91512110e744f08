import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { resumableFolder, sweepResumable } from './begin-read-and-end-resumable-uploads.ts';

let app: TestApp;
let token: string;
let storage: string;
beforeAll(async () => {
  app = await startApp();
  token = (await app.client({ member: 'sender' })).token;
  storage = path.join(app.config.dataDir, 'storage');
});
afterAll(() => app.close());

const endpoint = () => `${app.address}/api/ajax/resumable`;
const headersOf = (who = token) => ({ 'ba-user-token': who, server: 'true', 'tus-resumable': '1.0.0' });
const encode = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const begin = (name: string, size: number, who = token, more: Record<string, string> = {}) =>
  fetch(endpoint(), {
    method: 'POST',
    headers: {
      ...headersOf(who),
      'upload-length': String(size),
      'upload-metadata': encode({ filename: name, topic: 'pieces', ...more }),
    },
  });
const offsetOf = async (url: string, who = token) => {
  const answer = await fetch(url, { method: 'HEAD', headers: headersOf(who) });
  return [answer.status, Number(answer.headers.get('upload-offset'))];
};
const put = (url: string, offset: number, piece: Buffer, who = token) =>
  fetch(url, {
    method: 'PATCH',
    headers: { ...headersOf(who), 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(piece),
  });
const left = () => (fs.existsSync(resumableFolder(storage)) ? fs.readdirSync(resumableFolder(storage)) : []);
const pending = () => app.db.row(`select files, bytes from upload_quota where owner like 'pending member%'`);
const none = { files: 0, bytes: 0 };
const text = (length: number) => Buffer.from(randomBytes(length).toString('hex').slice(0, length));

test('a file whose pieces are not what the device hashed is refused at the end', async () => {
  const answer = await begin('改动.txt', 10, token, { sha256: 'f'.repeat(64) });
  const url = new URL(answer.headers.get('location') ?? '', app.address).href;
  const refused = await put(url, 0, text(10));
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('改动')]);
  expect([left(), await pending()]).toEqual([[], none]);
});

test('a tus client uploads a file in pieces and gets the response of an upload', async () => {
  const content = text(700_000);
  const parts: number[] = [];
  const answer = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: endpoint(),
      chunkSize: 200_000,
      headers: { 'ba-user-token': token, server: 'true' },
      metadata: { filename: '../年报 (终).txt', topic: 'pieces' },
      onProgress: (sent) => parts.push(sent),
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getBody()),
      onError: reject,
    });
    upload.start();
  });
  const { code, data } = JSON.parse(answer) as { code: number; data: { file: Record<string, unknown> } };
  expect([code, data.file]).toEqual([
    1,
    expect.objectContaining({ name: '年报 (终).txt', size: 700_000, topic: 'pieces', user_id: expect.any(Number) }),
  ]);
  const stored = fs.readFileSync(path.join(storage, String(data.file.url).slice('/storage/'.length)));
  expect(stored.equals(content)).toBe(true);
  expect([left(), await pending()]).toEqual([[], none]);
  expect(parts.at(-1)).toBe(700_000);
});

test('a broken connection loses nothing that arrived, and other accounts cannot continue the upload', async () => {
  const content = text(300_000);
  const begun = await begin('cut.txt', content.length);
  const url = new URL(begun.headers.get('location') ?? '', app.address).href;
  expect(begun.status).toBe(201);
  const { port, hostname, pathname } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => {});
  const lines = Object.entries({
    ...headersOf(),
    host: 'x',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': '300000',
  });
  socket.write(`PATCH ${pathname} HTTP/1.1\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`);
  socket.write(content.subarray(0, 120_000));
  const file = path.join(resumableFolder(storage), pathname.split('/').at(-1) ?? '');
  await expect.poll(() => fs.statSync(file).size).toBe(120_000);
  socket.destroy();

  const other = (await app.client({ member: 'somebody' })).token;
  expect((await offsetOf(url, other))[0]).toBe(404);
  expect((await put(url, 120_000, content.subarray(120_000), other)).status).toBe(404);
  expect((await fetch(url, { method: 'HEAD', headers: { server: 'true', 'tus-resumable': '1.0.0' } })).status).toBe(
    401,
  );
  await expect.poll(() => offsetOf(url), { timeout: 60_000 }).toEqual([200, 120_000]);
  expect((await put(url, 0, content)).status, 'a piece that does not follow').toBe(409);
  const done = await put(url, 120_000, content.subarray(120_000));
  expect([done.status, ((await done.json()) as { code: number }).code]).toEqual([200, 1]);
  expect([left(), await pending()]).toEqual([[], none]);
});

test('a file that is not allowed is refused before or after the upload, and leaves nothing', async () => {
  const message = async (answer: Response) => [answer.status, ((await answer.json()) as { msg: string }).msg];
  expect(await message(await begin('a.exe', 10))).toEqual([
    422,
    expect.stringMatching(/^上传的文件格式未被允许。此处可上传：JPG、/),
  ]);
  expect(await message(await begin('', 10))).toEqual([422, expect.stringMatching(/^上传文件的资料不完整！请重新选择/)]);
  expect((await begin('a.txt', 2 * 1024 ** 3)).status).toBeGreaterThanOrEqual(413);
  expect((await begin('a.txt', 10, 'nobody')).status).toBe(401);
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(998)]);
  const url = new URL((await begin('a.png', 1000)).headers.get('location') ?? '', app.address).href;
  expect(await message(await put(url, 0, program))).toEqual([
    422,
    '上传的文件内容与扩展名不符：名为 PNG，它其实是 EXE 文件。',
  ]);
  expect([left(), await pending(), (await offsetOf(url))[0]]).toEqual([[], none, 404]);
});

test('twenty uploads may be unfinished; abandoned and expired ones make room', async () => {
  const begun = await Promise.all(Array.from({ length: 24 }, (_, n) => begin(`${n}.txt`, 100)));
  const urls = begun
    .filter(({ status }) => status === 201)
    .map((one) => new URL(one.headers.get('location') ?? '', app.address).href);
  expect(urls).toHaveLength(20);
  expect((await fetch(urls[0] ?? '', { method: 'DELETE', headers: headersOf() })).status).toBe(204);
  await app.db.query(`update resumable_upload set updatetime = now() - interval '25 hours'`);
  expect(await sweepResumable(app.db, storage)).toBe(19);
  expect([left(), await pending()]).toEqual([[], none]);
});

test('the last byte of an upload that was complete when the server ended is requested again', async () => {
  const content = text(1000);
  const url = new URL((await begin('whole.txt', 1000)).headers.get('location') ?? '', app.address).href;
  fs.writeFileSync(path.join(resumableFolder(storage), url.split('/').at(-1) ?? ''), content);
  expect(await offsetOf(url)).toEqual([200, 999]);
  expect((await put(url, 999, content.subarray(999))).status).toBe(200);
});

test('unsupported extensions of the protocol are refused with an explanation', async () => {
  const wrong: Record<string, string>[] = [
    { 'upload-defer-length': '1' },
    { 'upload-concat': 'partial', 'upload-length': '10' },
  ];
  for (const header of wrong) {
    const answer = await fetch(endpoint(), { method: 'POST', headers: { ...headersOf(), ...header } });
    const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { reason: string } };
    expect([answer.status, code, msg, data.reason]).toEqual([
      400,
      0,
      '上传前须说明文件大小，且不能分段合并',
      'parameter',
    ]);
  }
});

test('refused uploads are in the operation log, equal ones once a minute', async () => {
  const officer = await app.client({ officer: 'city' });
  const send = (name: string, size: number, url = '') =>
    fetch(`${app.address}/admin/ajax/resumable${url}`, {
      method: url === '' ? 'POST' : 'DELETE',
      headers: {
        batoken: officer.token,
        server: 'true',
        'tus-resumable': '1.0.0',
        ...(url === '' ? { 'upload-length': String(size), 'upload-metadata': encode({ filename: name }) } : {}),
      },
    });
  for (let times = 0; times < 2; times++) expect((await send('a.exe', 10)).status).toBe(422);
  expect((await send('a.txt', 999_999_999_999)).status).toBe(413);
  expect((await send('', 0, `/${'0'.repeat(32)}`)).status).toBe(404);
  await app.server.refusals.flush();
  const lines = await app.db.rows<{ title: string; outcome: string; times: number; data: string }>(
    sql`select title, outcome, times, data from auth_admin_log where username = 'city' and url like '/admin/ajax/resumable%' order by id`,
  );
  expect(lines.map(({ title, outcome, times }) => [title, outcome, times])).toEqual([
    ['分段上传', 'refused', 2],
    ['分段上传', 'refused', 1],
    ['分段上传', 'refused', 1],
  ]);
  expect(JSON.parse(lines[0]?.data ?? '{}')).toMatchObject({ filename: 'a.exe' });
});
