import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { sendFile } from './send-file.ts';

let app: TestApp;
let chief: Client;
beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
});
afterAll(() => app.close());

const storage = () => path.join(app.config.dataDir, 'storage');
/** All files below the storage folder. */
const files = () =>
  fs.existsSync(storage())
    ? fs.readdirSync(storage(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length
    : 0;
const rows = async () => (await app.db.row<{ n: number }>('select count(*)::int as n from routine_attachment'))?.n ?? 0;

const picture = () =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();

test.each([
  ['a renamed executable', () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(500)]), 'invoice.pdf'],
  ['an ELF binary as a picture', () => Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(500)]), 'a.png'],
  ['a script as a picture', () => Buffer.from('<?php system($_GET[0]);'), 'a.jpg'],
  ['a page as a text of another name', () => Buffer.from('<script>alert(1)</script>'), 'a.html'],
  [
    'a drawing with a script',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'a.svg',
  ],
  [
    'a drawing called a picture',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'a.png',
  ],
  ['nothing at all', () => Buffer.alloc(0), 'a.txt'],
  ['two extensions', () => Buffer.from('MZ'), 'photo.jpg.exe'],
])('%s is refused and leaves nothing', async (_, content, name) => {
  const before = [files(), await rows()];
  const answer = await sendFile(chief, content(), name);
  expect([answer.status, answer.code], answer.msg).toEqual([200, 0]);
  expect([files(), await rows()]).toEqual(before);
});

test('a picture followed by a program is served only as a picture', async () => {
  const both = Buffer.concat([await picture(), Buffer.from('<script>alert(document.cookie)</script>PK\x03\x04')]);
  const { data } = await sendFile(chief, both, 'polyglot.jpg');
  const answer = await fetch(`${app.address}${data.file.url}`);
  expect([answer.headers.get('content-type'), answer.headers.get('x-content-type-options')]).toEqual([
    'image/jpeg',
    'nosniff',
  ]);
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
});

test.each([
  ['../../../etc/passwd.txt', 'passwd.txt'],
  ['..\\\\..\\\\boot.txt', 'boot.txt'],
  ['/abs/olute.txt', 'olute.txt'],
  [`${'长'.repeat(300)}.txt`, `${'长'.repeat(96)}.txt`],
])('a path in a name leads nowhere: %s', async (name, stored) => {
  const { data, code, msg } = await sendFile(chief, `content of ${name}`, name);
  expect(code, msg).toBe(1);
  expect(await app.db.row('select name from routine_attachment where id = $1', [data.file.id])).toEqual({
    name: stored,
  });
  expect(data.file.url).toMatch(/^\/storage\/default\/\d{8}\/[\da-f]{40}\.txt$/);
});

test('two gigabytes are refused as soon as the limit is exceeded, and an interrupted upload leaves nothing behind', async () => {
  const before = [files(), await rows()];
  const { port } = new URL(app.address);
  const head = '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const send = (length: number) => {
    const socket = net.connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /admin/ajax/upload HTTP/1.1\r\nHost: x\r\nbatoken: ${chief.token}\r\nserver: true\r\nContent-Type: multipart/form-data; boundary=cut\r\nContent-Length: ${length}\r\n\r\n${head}`,
    );
    return socket;
  };
  const huge = send(2 * 1024 ** 3);
  let answer = '';
  let sent = 0;
  const responded = new Promise<void>((go) => {
    huge.on('data', (part) => {
      answer += String(part);
      go();
    });
    huge.on('close', () => go());
  });
  const piece = Buffer.alloc(256 * 1024, 65);
  while (answer === '' && !huge.destroyed && sent < 64 * 1024 ** 2) {
    await Promise.race([responded, new Promise<void>((go) => huge.write(piece, () => go()))]);
    sent += piece.length;
  }
  expect(sent).toBeLessThan(64 * 1024 ** 2);
  expect(answer).toContain('上传的文件太大');
  huge.destroy();
  const cut = send(1_000_000);
  await new Promise<void>((go) => cut.write(piece, () => go()));
  await expect.poll(files).toBe((before[0] ?? 0) + 1);
  cut.destroy();
  await expect.poll(files, { timeout: 60_000 }).toBe(before[0]);
  expect(await rows()).toBe(before[1]);
});

test('two hundred simultaneous uploads are all answered', async () => {
  const before = await rows();
  const sent = await Promise.all(Array.from({ length: 200 }, (_, n) => sendFile(chief, `file ${n}`, `${n}.txt`)));
  expect(sent.filter(({ code }) => code === 1)).toHaveLength(200);
  expect(await rows()).toBe(before + 200);
  expect(fs.readdirSync(path.join(storage(), '.incoming'))).toEqual([]);
});

test('the icon of a file type contains only letters, digits and a colour, whatever is requested', async () => {
  for (const query of [
    'suffix=%3Cscript%3E',
    'suffix=pdf&background=red%22%20onload%3D%22x',
    'suffix=&background=url(x)',
    'suffix=..%2F',
  ]) {
    const answer = await chief.get(`/api/ajax/buildSuffixSvg?${query}`);
    expect(answer.headers['content-type']).toContain('image/svg+xml');
    expect(answer.text).not.toMatch(/script|onload|url\(|\.\./);
  }
});
