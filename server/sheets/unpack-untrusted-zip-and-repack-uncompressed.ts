import { constants, inflateRawSync } from 'node:zlib';
import { text } from '#kernel/text/text.ts';
import { damagedWorkbook } from '#server/sheets/sheet-limits-and-errors.ts';
import { SheetError } from '#server/sheets/unreadable-or-unwritable-sheet-error.ts';

/** Limits of an unpacked foreign archive. */
export interface ZipLimits {
  /** Total bytes, unpacked. */
  size: number;
  files: number;
}

const tooLarge = ({ size }: ZipLimits) => {
  const most = Math.floor(size / 1024 / 1024);
  return new SheetError(
    text(
      `文件解压后超过 ${most} MB，已拒绝读取：请拆分文件，或删去其中的图片`,
      `The file exceeds ${most} MB when unpacked and was refused. Split it or remove its pictures`,
    ),
  );
};

const tooManyFiles = (most: number) =>
  new SheetError(
    text(
      `文件内含的部件超过 ${most} 个，已拒绝读取：请拆分文件，或删去其中的图片`,
      `The file holds more than ${most} parts and was refused. Split it or remove its pictures`,
    ),
  );

/**
 * The wanted files of a zip archive, unpacked. Sizes stated in the archive are not trusted: unpacking stops at the
 * limit (zip bombs, overlapping entries, encrypted or zip64 files).
 */
export function unpackZip(archive: Buffer, wanted: (name: string) => boolean, limits: ZipLimits): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let left = limits.size;
  try {
    for (const { name, method, offset, packed } of readDirectory(archive, limits.files)) {
      if (!wanted(name)) continue;
      const data = packedData(archive, offset, packed);
      const content = method === 8 ? inflateRawSync(data, { maxOutputLength: Math.max(left, 1) }) : data;
      left -= content.length;
      if (left < 0) throw tooLarge(limits);
      files.set(name, content);
    }
  } catch (error) {
    if (error instanceof SheetError) throw error;
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limits) : damagedWorkbook(error);
  }
  return files;
}

function packedData(archive: Buffer, offset: number, packed: number): Buffer {
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (archive.readUInt32LE(offset) !== 0x04034b50 || start + packed > archive.length) throw damagedWorkbook();
  return archive.subarray(start, start + packed);
}

/**
 * The beginnings of files of an archive: the unpacked first bytes of each, enough to recognise its type. Files that
 * cannot be unpacked or exceed `limits` are omitted.
 */
export function unpackBeginningsOfFiles(
  archive: Buffer,
  names: ReadonlySet<string>,
  packedBytes: number,
  limits: ZipLimits,
): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let left = limits.size;
  for (const { name, method, offset, packed } of readDirectory(archive, limits.files)) {
    if (!names.has(name)) continue;
    try {
      const data = packedData(archive, offset, packed).subarray(0, packedBytes);
      const options = { maxOutputLength: Math.max(left, 1), finishFlush: constants.Z_SYNC_FLUSH };
      const content = method === 8 ? inflateRawSync(data, options) : data;
      left -= content.length;
      files.set(name, content);
    } catch {
      files.delete(name);
    }
  }
  return files;
}

interface Entry {
  name: string;
  method: number;
  offset: number;
  packed: number;
}

function readDirectory(archive: Buffer, mostFiles: number): Entry[] {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > archive.length) throw damagedWorkbook();
  const count = archive.readUInt16LE(end + 10);
  if (count > mostFiles) throw tooManyFiles(mostFiles);
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let i = 0; i < count; i++) {
    if (archive.readUInt32LE(at) !== 0x02014b50) throw damagedWorkbook();
    const flags = archive.readUInt16LE(at + 8);
    const method = archive.readUInt16LE(at + 10);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    if (flags & 1 || (method !== 0 && method !== 8)) throw damagedWorkbook();
    entries.push({ name, method, packed: archive.readUInt32LE(at + 20), offset: archive.readUInt32LE(at + 42) });
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return entries;
}

/** Writes files into an uncompressed archive, which any library reads safely and quickly. */
export function packZipUncompressed(files: ReadonlyMap<string, Buffer>): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [file, content] of files) {
    const name = Buffer.from(file);
    const sizes = Buffer.alloc(16);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    sizes.writeUInt16LE(name.length, 12);
    const version = Buffer.from([20, 0, 0, 8, 0, 0, 0, 0, 0, 0]);
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), version, sizes, name]);
    local.push(header, content);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), version, sizes, place, name]));
    offset += header.length + content.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, list, end]);
}
