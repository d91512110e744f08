import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileTypeIconSvg } from '#server/files/file-type-icon-svg.ts';
import { measurePicture } from '#server/files/inspect/measure-and-strip-picture.ts';
import { recogniseFileTypeOrRefuseMismatch } from '#server/files/inspect/recognise-file-type-and-refuse-mismatched-extension.ts';
import { cleanFileName, suffixOf } from '#server/files/storage/clean-file-name.ts';
import { isStorageAddress, makeStorageAddress } from '#server/files/storage/make-and-validate-storage-address.ts';
import { openStoredFile } from '#server/files/storage/open-stored-file.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-files-'));
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));

const write = async (name: string, content: string | Uint8Array) => {
  const file = path.join(folder, name);
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, content);
  return file;
};
const sha1 = 'a'.repeat(40);
const parts = { topic: 'default', name: '营业执照.JPG', suffix: 'jpg', sha1, time: Date.UTC(2026, 10, 20, 17, 5, 9) };

test('a save name follows its template, in the time of Shanghai', () => {
  expect(makeStorageAddress('/storage/{topic}/{year}{mon}{day}/{filesha1}{.suffix}', parts)).toBe(
    `/storage/default/20261121/${sha1}.jpg`,
  );
  expect(makeStorageAddress('{hour}-{min}-{sec}/{filename}.{suffix}', { ...parts, name: 'my photo.jpg' })).toBe(
    '/storage/01-05-09/my_photo.jpg',
  );
  expect(makeStorageAddress('x/{random32}{.suffix}', parts)).toMatch(/^\/storage\/x\/[\da-f]{32}\.jpg$/);
  expect(makeStorageAddress('x/{random}{.suffix}', parts)).toMatch(/^\/storage\/x\/\d{6}\.jpg$/);
  expect(makeStorageAddress('x/{filename}{.suffix}', { ...parts, name: `${'n'.repeat(300)}.jpg` })).toBe(
    `/storage/x/${'n'.repeat(100)}.jpg`,
  );
});

test('no template and no name leads out of the folder', () => {
  for (const template of [
    '../{filesha1}',
    '/storage/../x',
    'a/../../etc/passwd',
    '.hidden/{filesha1}',
    'a//..//b',
    '{nonsense}/x',
    '/storage/',
    'a/',
  ]) {
    expect(() => makeStorageAddress(template, parts), template).toThrow();
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (name, topic, suffix) => {
      const address = makeStorageAddress('/storage/{topic}/{filename}{.suffix}', { ...parts, name, topic, suffix });
      expect(isStorageAddress(address)).toBe(true);
      expect(path.resolve('/storage', `.${address.slice('/storage'.length)}`).startsWith('/storage/')).toBe(true);
    }),
  );
  for (const address of [
    '/storage/../x',
    '/storage/a/../b',
    '/storage',
    '/storage/',
    '/etc/passwd',
    '/storage/.incoming/x',
    '/storage/a\0b',
    '/storage/a%2e%2e/b',
    '/storage//a',
  ]) {
    expect(isStorageAddress(address), address).toBe(false);
  }
});

test('names of files are cleaned and cut', () => {
  expect(cleanFileName('C:\\fakepath\\执照\u0000.pdf')).toBe('执照.pdf');
  expect(cleanFileName('../../etc/passwd')).toBe('passwd');
  expect([...cleanFileName(`${'长'.repeat(200)}.docx`)]).toHaveLength(100);
  expect(cleanFileName(`${'长'.repeat(200)}.docx`)).toMatch(/长\.docx$/);
  expect(suffixOf('a.tar.GZ')).toBe('gz');
  expect(suffixOf('no-suffix')).toBe('file');
  expect(suffixOf('a.<svg>')).toBe('file');
});

test('bytes must prove the extension', async () => {
  const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  expect(await recogniseFileTypeOrRefuseMismatch(await write('a', png), 'png')).toBe('image/png');
  await expect(recogniseFileTypeOrRefuseMismatch(await write('b', png), 'jpg')).rejects.toThrow(/does not match/);
  await expect(recogniseFileTypeOrRefuseMismatch(await write('c', png), 'txt')).rejects.toThrow(/does not match/);
  await expect(recogniseFileTypeOrRefuseMismatch(await write('d', '<script>alert(1)</script>'), 'png')).rejects.toThrow(
    /does not match/,
  );
  await expect(recogniseFileTypeOrRefuseMismatch(await write('e', Buffer.from('MZ\x90\0\x03')), 'zip')).rejects.toThrow(
    /does not match/,
  );
  await expect(
    recogniseFileTypeOrRefuseMismatch(await write('f', Buffer.from([1, 2, 3, 0, 5])), 'txt'),
  ).rejects.toThrow(/does not match/);
  expect(await recogniseFileTypeOrRefuseMismatch(await write('g', '文字\r\n'), 'txt')).toBe('text/plain');
  expect(await recogniseFileTypeOrRefuseMismatch(await write('h', Buffer.from([0xc3, 0xfb, 0xb3, 0xc6])), 'csv')).toBe(
    'text/csv',
  );
  expect(await recogniseFileTypeOrRefuseMismatch(await write('i', '<?xml version="1.0"?><svg/>'), 'svg')).toBe(
    'image/svg+xml',
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxStream([{ name: 'a', columns: [{ label: 'a' }], rows: [] }]))
    pieces.push(piece as Uint8Array);
  expect(await recogniseFileTypeOrRefuseMismatch(await write('j', Buffer.concat(pieces)), 'xlsx')).toContain(
    'spreadsheetml',
  );
});

test('pictures are decoded and measured; bombs and truncated files are refused', async () => {
  const jpeg = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  expect(await measurePicture(await write('a', jpeg), 'image/jpeg')).toEqual({ width: 30, height: 20 });
  expect(await measurePicture(await write('b', 'text'), 'text/plain')).toBeUndefined();
  await expect(measurePicture(await write('c', jpeg.subarray(0, 100)), 'image/jpeg')).rejects.toThrow(/valid image/);
  const noise = await sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer();
  await expect(measurePicture(await write('d', noise.subarray(0, noise.length / 2)), 'image/png')).rejects.toThrow(
    /valid image/,
  );
  const huge = Buffer.from(
    await sharp({ create: { width: 10, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  );
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);
  await expect(measurePicture(await write('e', huge), 'image/png')).rejects.toThrow();
  const bitmap = Buffer.alloc(54);
  bitmap.write('BM');
  bitmap.writeInt32LE(7, 18);
  bitmap.writeInt32LE(-5, 22);
  expect(await measurePicture(await write('f', bitmap), 'image/bmp')).toEqual({ width: 7, height: 5 });
});

test('a stored file is served in ranges and cannot run scripts', async () => {
  await write('default/20261121/a.txt', '0123456789');
  const open = (range?: string) => openStoredFile(folder, '/storage/default/20261121/a.txt', { range });
  const bytes = async (range?: string) => {
    const stored = await open(range);
    let text = '';
    for await (const piece of stored?.body?.() ?? []) text += String(piece);
    return [stored?.status, stored?.headers['content-range'], text];
  };
  expect(await bytes()).toEqual([200, undefined, '0123456789']);
  expect(await bytes('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await bytes('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await bytes('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await bytes('bytes=5-99')).toEqual([206, 'bytes 5-9/10', '56789']);
  expect(await bytes('bytes=10-')).toEqual([416, 'bytes */10', '']);
  expect(await bytes('bytes=0-1,3-4')).toEqual([200, undefined, '0123456789']);
  expect(await bytes('lines=1-2')).toEqual([200, undefined, '0123456789']);
  const etag = (await open())?.headers.etag;
  expect((await openStoredFile(folder, '/storage/default/20261121/a.txt', { ifNoneMatch: etag }))?.status).toBe(304);
  expect(
    (await openStoredFile(folder, '/storage/default/20261121/a.txt', { name: '执照(1).txt', download: true }))?.headers[
      'content-disposition'
    ],
  ).toBe("attachment; filename*=UTF-8''%E6%89%A7%E7%85%A7%281%29.txt");
  for (const suffix of ['svg', 'html', 'exe', 'xml']) {
    await write(`default/x.${suffix}`, '<svg/>');
    const stored = await openStoredFile(folder, `/storage/default/x.${suffix}`);
    expect(stored?.headers['content-disposition']).toBe('attachment');
    expect(stored?.headers['content-security-policy']).toContain("default-src 'none'");
    expect(stored?.headers['content-security-policy']).toContain('sandbox');
  }
  await write('private/default/x.png', 'x');
  expect(await openStoredFile(folder, '/storage/private/default/x.png')).toMatchObject({
    private: true,
    headers: { 'cache-control': 'private, no-store' },
  });
  await write('.incoming/half', 'x');
  await fs.symlink('/etc/passwd', path.join(folder, 'default', 'link.txt'));
  for (const url of [
    '/storage/.incoming/half',
    '/storage/default/link.txt',
    '/storage/default',
    '/storage/default/none.txt',
    '/storage/../etc/passwd',
  ]) {
    expect(await openStoredFile(folder, url), url).toBeUndefined();
  }
});

test('the icon of a suffix lets nothing through but letters and a colour', () => {
  expect(fileTypeIconSvg('xlsx')).toContain('>XLSX<');
  expect(fileTypeIconSvg('geojson')).toContain('>GEOJ<');
  expect(fileTypeIconSvg('pdf', '#ff0000')).toContain('#ff0000');
  expect(fileTypeIconSvg('pdf', 'rgb(1, 2, 3)')).toContain('rgb(1, 2, 3)');
  for (const hostile of ['"><script>', "red' onload='x", 'url(javascript:1)', '']) {
    expect(fileTypeIconSvg(hostile, hostile)).toMatch(
      /^<svg [^<>]*>(<path [^<>]*\/>){3}<text [^<>]*>FILE<\/text><\/svg>$/,
    );
  }
  expect(fileTypeIconSvg('doc')).not.toBe(fileTypeIconSvg('zip'));
});
