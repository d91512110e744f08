/** Unpacked bytes that one file of an archive may have: a hostile archive must not fill the memory. */
const mostBytes = 512 * 2 ** 20;
const mostFiles = 10_000;

/** A file within an archive; its content is unpacked when it is wanted. */
export interface ArchivedFile {
  readonly name: string;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The archive is damaged, or of a form that exports do not have. */
export class DamagedArchive extends Error {}

/** The files of a zip archive, read from the disk of the user as they are needed. */
export async function readEvidenceArchive(archive: Blob): Promise<readonly ArchivedFile[]> {
  const tail = await bytes(archive.slice(Math.max(0, archive.size - 65_557)));
  const end = findEnd(tail);
  const count = tail.getUint16(end + 10, true);
  const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
  if (count > mostFiles) throw new DamagedArchive();
  const directory = await bytes(archive.slice(offset, offset + size));
  const files: ArchivedFile[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw new DamagedArchive();
    const method = directory.getUint16(at + 10, true);
    const packed = directory.getUint32(at + 20, true);
    const length = directory.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, length));
    const header = directory.getUint32(at + 42, true);
    files.push({ name, read: () => unpack(archive, { method, packed, header }) });
    at += 46 + length + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return files;
}

function findEnd(tail: DataView): number {
  for (let at = tail.byteLength - 22; at >= 0; at--) if (tail.getUint32(at, true) === 0x06054b50) return at;
  throw new DamagedArchive();
}

const bytes = async (part: Blob) => new DataView(await part.arrayBuffer());

async function unpack(archive: Blob, entry: { method: number; packed: number; header: number }) {
  const head = await bytes(archive.slice(entry.header, entry.header + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw new DamagedArchive();
  const start = entry.header + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = archive.slice(start, start + entry.packed);
  if (entry.method === 0) return new Uint8Array(await packed.arrayBuffer());
  if (entry.method !== 8) throw new DamagedArchive();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > mostBytes) throw new DamagedArchive();
    pieces.push(next.value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
