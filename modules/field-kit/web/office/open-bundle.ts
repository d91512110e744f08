import { type BundleHeader, type BundleLine, bundleFormat } from '../../contract/bundle.ts';
import type { Operation } from '../../contract/operation.ts';
import type { JournalEntry } from '../store/journal.ts';
import { openBytes, openValue } from '../store/seal.ts';
import { dataKeyOf } from '../store/vault.ts';

/** What an exported file holds. */
export interface OpenedBundle {
  readonly header: BundleHeader;
  readonly operations: readonly Operation[];
  /** Bytes of its pictures by their SHA-256. */
  readonly pictures: ReadonlyMap<string, ArrayBuffer>;
}

/** The file is none of the kit, or a newer one. */
export class UnreadableBundle extends Error {}

/** The PIN does not open the file. */
export class WrongPin extends Error {}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function parse<T>(line: string | undefined): T {
  try {
    return JSON.parse(line ?? '') as T;
  } catch {
    throw new UnreadableBundle();
  }
}

/** Opens an exported file with the PIN of its phone, on the device of whoever opens it: the PIN goes nowhere. */
export async function openBundle(file: Blob, pin: string): Promise<OpenedBundle> {
  const [first, ...lines] = (await file.text()).split('\n').filter((line) => line !== '');
  const header = parse<BundleHeader>(first);
  if (header.xingjian !== 'field-kit' || header.format > bundleFormat) throw new UnreadableBundle();
  const { salt, iv, wrapped, iterations } = header;
  const key = await dataKeyOf(pin, {
    salt: bytesOf(salt),
    iv: bytesOf(iv),
    wrapped: bytesOf(wrapped).buffer,
    iterations,
  }).catch(() => {
    throw new WrongPin();
  });
  const operations: Operation[] = [];
  const pictures = new Map<string, ArrayBuffer>();
  for (const line of lines) {
    const { id, kind, iv: lineIv, data } = parse<BundleLine>(line);
    const sealed = { iv: bytesOf(lineIv), data: bytesOf(data).buffer };
    if (kind === 'operation') operations.push((await openValue<JournalEntry>(key, id, sealed)).operation);
    else pictures.set(id.replace(/^picture /, ''), await openBytes(key, id, sealed));
  }
  return { header, operations, pictures };
}
