import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** A file of an archive; its content is produced while it is written. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string | Buffer>;
}

interface Written {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** General purpose flags: sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const FLAGS = 0x0808;
const VERSION = 20;
/** 1980-01-01 00:00 in MS-DOS form: the same content always produces the same bytes. */
const DOS_DATE = 0x0021;

/**
 * Writes a zip archive piece by piece in constant memory, apart from the list of entries. Archives above 4 GB are
 * refused, because they need the zip64 form.
 */
export async function* writeZip(entries: Iterable<ZipEntry>): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const header = localHeader(entry.name);
    offset += header.length;
    yield header;
    for await (const piece of deflate(content, entry)) {
      entry.packed += piece.length;
      offset += piece.length;
      yield piece;
    }
    const trailer = dataDescriptor(entry);
    offset += trailer.length;
    yield trailer;
    if (offset > 0xffff_0000 || entry.size > 0xffff_0000) throw new RangeError('archive above 4 GB');
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryHeader));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset);
}

async function* deflate(content: ZipEntry['content'], entry: Written): AsyncGenerator<Buffer, void, undefined> {
  // level 3: a sheet of 100,000 rows takes 0.7 s less than at the default level 6 and is a seventh larger
  const packer = createDeflateRaw({ level: 3 });
  const measure = new Transform({
    writableObjectMode: true,
    transform(piece: string | Buffer, _encoding, done) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      done(null, bytes);
    },
  });
  const flow = pipeline(Readable.from(content, { highWaterMark: 2 }), measure, packer);
  // a failure of the source reaches the reader of `packer`, which pipeline destroys; this only handles the promise
  flow.catch(() => undefined);
  yield* packer as AsyncIterable<Buffer>;
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt16LE(DOS_DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ crc, packed, size }: Written): Buffer {
  const trailer = Buffer.alloc(16);
  trailer.writeUInt32LE(0x08074b50, 0);
  trailer.writeUInt32LE(crc, 4);
  trailer.writeUInt32LE(packed, 8);
  trailer.writeUInt32LE(size, 12);
  return trailer;
}

function directoryHeader({ name, crc, packed, size, offset }: Written): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(8, 10);
  header.writeUInt16LE(DOS_DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
