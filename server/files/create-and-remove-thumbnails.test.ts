import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import {
  openThumbnail,
  removeThumbnails,
  sweepThumbnails,
  thumbnailFolder,
  thumbnailWidths,
} from './create-and-remove-thumbnails.ts';

const storage = fs.mkdtempSync(path.join(os.tmpdir(), 'thumbnail-'));
afterAll(() => fs.rmSync(storage, { recursive: true }));

const files = () =>
  fs
    .readdirSync(thumbnailFolder(storage), { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => one.name);
const picture = async (name: string) => {
  const file = path.join(storage, name);
  await sharp({ create: { width: 900, height: 600, channels: 3, background: 'plum' } })
    .jpeg()
    .toFile(file);
  return [file, `/storage/${name}`] as const;
};

test('thumbnails of every width are removed with their picture', async () => {
  const [file, url] = await picture('one.jpg');
  const [other, cached] = await picture('other.jpg');
  for (const width of thumbnailWidths) expect(await openThumbnail(storage, file, url, width)).toBeDefined();
  expect(await openThumbnail(storage, other, cached, 120)).toBeDefined();
  await removeThumbnails(storage, url);
  expect(files()).toHaveLength(1);
  await removeThumbnails(storage, cached);
  await removeThumbnails(storage, cached);
  expect(files()).toEqual([]);
});

test('a thumbnail made while its picture is removed does not stay', async () => {
  const [file, url] = await picture('going.jpg');
  const making = openThumbnail(storage, file, url, 240);
  fs.rmSync(file);
  await making;
  expect(files()).toEqual([]);
});

test('an unreadable picture leaves no unfinished thumbnail', async () => {
  const [file, url] = await picture('broken.jpg');
  fs.truncateSync(file, 600);
  expect(await openThumbnail(storage, file, url, 240)).toBeUndefined();
  expect(files()).toEqual([]);
  const [whole, at] = await picture('whole.jpg');
  expect(await openThumbnail(storage, whole, at, 240)).toBeDefined();
  expect(await sweepThumbnails(storage), 'within its bounds').toBe(0);
  expect(await sweepThumbnails(storage, 0)).toBe(1);
});
