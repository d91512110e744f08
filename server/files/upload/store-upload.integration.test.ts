import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOfStoredFile, removeStoredFile } from '#server/files/storage/find-and-remove-stored-files-by-address.ts';
import { transferApplicantUploadsToAccount } from '#server/files/storage/insert-count-and-transfer-attachments.ts';
import { openStoredFile } from '#server/files/storage/open-stored-file.ts';
import { defaultUploadRules, memberQuota } from '#server/files/storage/upload-rules-and-refusals.ts';
import { storeUpload, type Upload } from '#server/files/upload/store-upload.ts';
import { Refused } from '#server/refusal.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'xingjian-upload-'));
});
afterAll(async () => {
  await db.close();
  await fs.rm(folder, { recursive: true, force: true });
});

const upload = (content: string | Buffer, name: string, more: Partial<Upload> = {}) =>
  storeUpload(db, {
    folder,
    stream: Readable.from([Buffer.from(content)]),
    name,
    uploader: { type: 'admin', id: 1 },
    rules: defaultUploadRules,
    origin: 'http://127.0.0.1:8350',
    ...more,
  });
const incoming = () => fs.readdir(path.join(folder, '.incoming'));
const picture = () =>
  sharp({ create: { width: 12, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

test('a stored picture has all properties of the wire contract', async () => {
  const file = await upload(await picture(), '门头照片.PNG', { areaCode: '530102' });
  expect(file).toMatchObject({
    suffix: 'png',
    topic: 'default',
    admin_id: 1,
    name: '门头照片.PNG',
    mimetype: 'image/png',
    storage: 'local',
    width: 12,
    height: 8,
  });
  expect(file.url).toMatch(/^\/storage\/default\/\d{8}\/[\da-f]{40}\.png$/);
  expect(file.full_url).toBe(`http://127.0.0.1:8350${file.url}`);
  expect(file).not.toHaveProperty('user_id');
  expect(file).not.toHaveProperty('quote');
  expect((await fs.readFile(pathOfStoredFile(folder, file.url))).length).toBe(file.size);
  expect(await incoming()).toEqual([]);
  expect(
    await db.row('select sha256, private, area_code, quote from routine_attachment where id = $1', [file.id]),
  ).toMatchObject({
    private: false,
    area_code: '530102',
    quote: 1,
    sha256: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

test('a file is stored with both hashes, and refused if it is not the one that the device hashed', async () => {
  const content = '现场照片说明';
  const hashOf = (algorithm: string) => createHash(algorithm).update(content).digest('hex');
  const file = await upload(content, '说明.txt', { sha256: hashOf('sha256'), private: true });
  expect(await db.row('select sha256, sm3 from routine_attachment where id = $1', [file.id])).toEqual({
    sha256: hashOf('sha256'),
    sm3: hashOf('sm3'),
  });
  await expect(upload(`${content}。`, '说明.txt', { sha256: hashOf('sha256') })).rejects.toThrow('changed on its way');
  expect(await incoming()).toEqual([]);
});

test('the same content is stored once and counted; a lost file is restored', async () => {
  const first = await upload('一样的内容', 'a.txt');
  const second = await upload('一样的内容', 'b.txt');
  expect(second).toMatchObject({ id: first.id, url: first.url, name: 'a.txt' });
  expect(
    await db.row('select quote, lastuploadtime >= createtime as later from routine_attachment where id = $1', [
      first.id,
    ]),
  ).toEqual({ quote: 2, later: true });
  await fs.rm(pathOfStoredFile(folder, first.url));
  expect((await upload('一样的内容', 'a.txt')).url).toBe(first.url);
  expect(await fs.readFile(pathOfStoredFile(folder, first.url), 'utf8')).toBe('一样的内容');
  expect((await upload('一样的内容', 'a.txt', { topic: 'avatar' })).id).not.toBe(first.id);
});

test('twenty at once make one file', async () => {
  const files = await Promise.all(Array.from({ length: 20 }, () => upload('同时上传', 'a.txt')));
  expect(new Set(files.map((file) => file.id)).size).toBe(1);
  expect(await db.row('select quote from routine_attachment where id = $1', [files[0]?.id])).toEqual({ quote: 20 });
  expect(await fs.readFile(pathOfStoredFile(folder, files[0]?.url ?? ''), 'utf8')).toBe('同时上传');
  expect(await incoming()).toEqual([]);
});

test('private files are stored separately, unguessable and not shared', async () => {
  const mine = await upload('密件', 'a.txt', { private: true, uploader: { type: 'member', id: 3 } });
  const theirs = await upload('密件', 'a.txt', { private: true, uploader: { type: 'member', id: 4 } });
  expect(mine.url).toMatch(/^\/storage\/private\/default\/\d{8}\/[\da-f]{32}\.txt$/);
  expect(mine.user_id).toBe(3);
  expect(theirs.url).not.toBe(mine.url);
  expect((await upload('密件', 'a.txt', { private: true, uploader: { type: 'member', id: 3 } })).id).toBe(mine.id);
  expect((await upload('密件', 'a.txt')).url).not.toContain('private');
});

test('other content never takes over an address', async () => {
  const rules = { ...defaultUploadRules, savename: '/storage/{topic}/{filename}{.suffix}' };
  const one = await upload('一', 'report.txt', { rules });
  const two = await upload('二', 'report.txt', { rules });
  expect(one.url).toBe('/storage/default/report.txt');
  expect(two.url).toMatch(/^\/storage\/default\/report-[\da-f]{8}\.txt$/);
  expect(await fs.readFile(pathOfStoredFile(folder, one.url), 'utf8')).toBe('一');
});

test('a file that is not allowed is refused in both languages and leaves nothing', async () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'stored',
      (error: { messageIn?: (locale: 'zh-cn') => string }) => error.messageIn?.('zh-cn') ?? String(error),
    );
  const before = await db.row('select count(*) from routine_attachment');
  expect(await refusal(upload('MZ', 'a.exe'))).toMatch(/^上传的文件格式未被允许。此处可上传：JPG、/);
  expect(await refusal(upload('MZ', 'a.png'))).toBe('上传的文件内容与扩展名不符：名为 PNG，它其实是 EXE 文件。');
  expect(await refusal(upload('<html></html>', 'a.html'))).toMatch(/^上传的文件格式未被允许。/);
  expect(await refusal(upload(await picture(), 'a.png', { accept: 'zip' }))).toBe(
    '上传的文件格式未被允许。此处可上传：ZIP。',
  );
  expect(await refusal(upload('', 'a.txt'))).toMatch(/^上传文件的资料不完整！请重新选择文件/);
  expect(await refusal(upload('x', ''))).toMatch(/^上传文件的资料不完整！请重新选择文件/);
  expect(
    await refusal(
      upload(Buffer.alloc(3 * 1024 * 1024, 65), 'a.txt', { rules: { ...defaultUploadRules, maxsize: 1024 * 1024 } }),
    ),
  ).toBe('上传的文件太大(>1M)，最大文件大小：1M');
  expect(await refusal(upload((await picture()).subarray(0, 60), 'a.png'))).toBe('上传的图片文件不是有效的图像');
  const broken = new Readable({ read: () => undefined });
  setTimeout(() => broken.destroy(new Error('connection lost')), 20);
  expect(await refusal(upload('', 'a.txt', { stream: broken }))).toContain('connection lost');
  // broken before the file on the disk is open
  const brokenAtOnce = () =>
    new Readable({
      read() {
        this.destroy(new Error('connection lost'));
      },
    });
  for (let n = 0; n < 40; n++)
    expect(await refusal(upload('', 'a.txt', { stream: brokenAtOnce() }))).toContain('connection lost');
  expect(await incoming()).toEqual([]);
  expect(await db.row('select count(*) from routine_attachment')).toEqual(before);
});

test('removing a file removes the folders it leaves empty', async () => {
  const rules = { ...defaultUploadRules, savename: '/storage/once/deep/{filesha1}{.suffix}' };
  const file = await upload('独一份', 'a.txt', { rules, topic: 'once' });
  await removeStoredFile(folder, file.url);
  await expect(fs.access(path.join(folder, 'once'))).rejects.toThrow();
});

test('the same content sent by somebody else does not disclose the first sender', async () => {
  const theirs = await upload('不约而同', '局里的文件.txt', { uploader: { type: 'admin', id: 1 } });
  const mine = await upload('不约而同', '我的.txt', { uploader: { type: 'member', id: 41 } });
  expect(mine).toMatchObject({ name: '我的.txt', user_id: 41 });
  expect(mine.id).not.toBe(theirs.id);
  // the address looks like any other, without a counter or a reference to the first
  expect(mine.url).toMatch(/^\/storage\/default\/\d{8}\/[\da-f]{40}\.txt$/);
  expect(mine.url).not.toBe(theirs.url);
  expect(mine.url).not.toContain(createHash('sha1').update('不约而同').digest('hex'));
  expect(await db.row('select quote from routine_attachment where id = $1', [mine.id])).toEqual({ quote: 1 });
  const again = await upload('不约而同', '我的.txt', { uploader: { type: 'member', id: 41 } });
  expect(again.id).toBe(mine.id);
});

test('no topic, name or template puts a public file among the private ones', async () => {
  for (const [topic, name, savename] of [
    ['PRIVATE', 'a.txt', defaultUploadRules.savename],
    ['Private', 'a.txt', defaultUploadRules.savename],
    ['result', 'a.txt', defaultUploadRules.savename],
    ['default', 'PRIVATE.txt', '/storage/{filename}/{random32}{.suffix}'],
    ['default', 'a.txt', '/storage/private/{random32}{.suffix}'],
  ] as const) {
    const file = await upload(`公开 ${topic} ${name} ${savename}`, name, {
      topic,
      rules: { ...defaultUploadRules, savename },
    });
    expect(file.url, topic).not.toMatch(/^\/storage\/(private|result)\//i);
    expect(await openStoredFile(folder, file.url)).toMatchObject({ private: false });
  }
});

test('the quota of a member limits files and bytes, in one statement', async () => {
  const member = { type: 'member', id: 77 } as const;
  await db.query(`insert into upload_quota values ('member 77', $1, 0)`, [memberQuota.files - 3]);
  const sent = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => upload(`第 ${n} 份`, `${n}.txt`, { uploader: member })),
  );
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  const [refused] = sent.filter((one) => one.status === 'rejected').map(({ reason }) => reason as Refused);
  expect(refused?.messageIn('zh-cn')).toContain('已达上限');
  expect(refused?.messageIn('en')).toContain('at most 400 files and 800 MB');
  expect(await db.row('select count(*)::int as n from routine_attachment where user_id = 77')).toEqual({ n: 3 });
  expect(await incoming()).toEqual([]);
  // repeated content is no further file
  const stored = sent.find((one) => one.status === 'fulfilled')?.value;
  const n = Number(stored?.name.replace('.txt', ''));
  expect((await upload(`第 ${n} 份`, `${n}.txt`, { uploader: member })).id).toBe(stored?.id);
  await db.query(`update upload_quota set files = 5, bytes = $1 where owner = 'member 77'`, [memberQuota.bytes - 4]);
  await expect(upload('五个字节', 'b.txt', { uploader: member })).rejects.toThrow(/limit|exceed/);
  expect((await upload('abcd', 'c.txt', { uploader: member })).size).toBe(4);
});

test("files sent before registration count towards the new account's quota", async () => {
  const topic = 'apply-0123456789ab';
  const sent = await upload('申请材料', 'a.txt', { private: true, topic, uploader: { type: 'member', id: 0 } });
  expect(await db.row('select files from upload_quota where owner = $1', [topic])).toEqual({ files: 1 });
  await transferApplicantUploadsToAccount(db, topic, 78);
  expect(await db.row('select user_id from routine_attachment where id = $1', [sent.id])).toEqual({ user_id: 78 });
  expect(
    await db.rows(`select owner, files, bytes from upload_quota where owner in ($1, 'member 78') order by owner`, [
      topic,
    ]),
  ).toEqual([
    { owner: topic, files: 0, bytes: 0 },
    { owner: 'member 78', files: 1, bytes: sent.size },
  ]);
});

/** A photograph in the form phones make: rotated, with device and place in its metadata. */
const photograph = (format: 'jpeg' | 'webp' | 'png' = 'jpeg') =>
  sharp({ create: { width: 120, height: 80, channels: 3, background: '#3a6' } })
    .composite([{ input: { create: { width: 40, height: 80, channels: 3, background: '#e22' } }, left: 0, top: 0 }])
    .withExif({
      IFD0: { Make: 'Testphone' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '25/1 2/1 30/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '102/1 42/1 36/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();

test('a public photograph has no metadata of place and device', async () => {
  for (const format of ['jpeg', 'webp', 'png'] as const) {
    const original = await photograph(format);
    const before = await sharp(original).metadata();
    expect([before.exif?.includes('Testphone'), before.orientation], format).toEqual([true, 6]);
    const file = await upload(original, `门头.${format}`);
    const stored = await fs.readFile(pathOfStoredFile(folder, file.url));
    const after = await sharp(stored).metadata();
    expect([after.format, after.exif, after.xmp, after.iptc, after.orientation], format).toEqual([
      format,
      ...Array<undefined>(4).fill(undefined),
    ]);
    expect(stored.includes('Testphone') || stored.includes('Exif'), format).toBe(false);
    // it is upright now without metadata: the red left third has become the top one
    expect([after.width, after.height, file.width, file.height], format).toEqual([80, 120, 80, 120]);
    const pixels = await sharp(stored).removeAlpha().raw().toBuffer();
    expect([(pixels[0] ?? 0) > 180, (pixels.at(-3) ?? 255) < 90], format).toEqual([true, true]);
    const sum = (name: string) => createHash(name).update(stored).digest('hex');
    expect([file.sha1, file.size], format).toEqual([sum('sha1'), stored.length]);
    expect(await db.row('select sha256, original_sha256 from routine_attachment where id = $1', [file.id])).toEqual({
      sha256: sum('sha256'),
      original_sha256: createHash('sha256').update(original).digest('hex'),
    });
    expect((await upload(original, `again.${format}`)).id, 'the same photograph is still kept once').toBe(file.id);
  }
  expect(await incoming()).toEqual([]);
});

test('a private photograph stays unchanged, byte for byte: it is evidence', async () => {
  const original = await photograph();
  const file = await upload(original, '现场.jpg', { private: true });
  expect((await fs.readFile(pathOfStoredFile(folder, file.url))).equals(original)).toBe(true);
  expect(file.sha1).toBe(createHash('sha1').update(original).digest('hex'));
});

test('a picture without metadata is not changed', async () => {
  const original = await picture();
  const file = await upload(original, 'plain.png');
  expect((await fs.readFile(pathOfStoredFile(folder, file.url))).equals(original)).toBe(true);
});

test('animated pictures stay animated', async () => {
  const frames = [0, 1, 2].map((red) =>
    sharp({ create: { width: 20, height: 10, channels: 3, background: { r: red * 100, g: 0, b: 0 } } }).png(),
  );
  const original = await sharp(await Promise.all(frames.map((one) => one.toBuffer())), { join: { animated: true } })
    .withExif({ IFD0: { Make: 'Testphone' } })
    .webp({ lossless: true })
    .toBuffer();
  expect((await sharp(original).metadata()).exif).toBeDefined();
  const file = await upload(original, 'moving.webp');
  const { pages, exif } = await sharp(pathOfStoredFile(folder, file.url)).metadata();
  expect([pages, exif, file.width, file.height]).toEqual([3, undefined, 20, 10]);
});

test('a picture that would fill the memory is refused before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 10, height: 10, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  // the header alone announces 400 million pixels; its checksum is correct, so nothing else is wrong with it
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(20_000, 20);
  bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
  const refused: unknown = await upload(bomb, 'bomb.png').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refused);
  expect([(refused as Refused).messageIn('zh-cn'), (refused as Refused).messageIn('en')]).toEqual([
    '图片尺寸过大，至多 8000 万像素、500 帧，请缩小后上传',
    'The picture is too large: at most 80 megapixels and 500 frames. Scale it down before uploading',
  ]);
  expect(await incoming()).toEqual([]);
});
