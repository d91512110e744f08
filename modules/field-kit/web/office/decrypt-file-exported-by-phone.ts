import type { Operation } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import {
  type ExportedFileHeader,
  type ExportedFileLine,
  exportedFileFormatVersion,
  maxExportedFileBytes,
  maxKeyIterations,
} from '../../contract/phone-exported-file-format.ts';
import { decryptBytes, decryptValue } from '../store/encrypt-and-decrypt-phone-record.ts';
import type { JournalEntry } from '../store/journal-of-phone-operations-and-pictures.ts';
import { dataKeyOf, importDeviceKey } from '../store/pin-protected-key.ts';

/** What an exported file holds. */
export interface DecryptedExportedFile {
  readonly header: ExportedFileHeader;
  readonly operations: readonly Operation[];
  /** Bytes of its pictures by their SHA-256. */
  readonly pictures: ReadonlyMap<string, ArrayBuffer>;
  /** Lines that do not open: cut off or changed. */
  readonly damaged: number;
}

/** The file is larger than any that is opened. */
export class ExportedFileTooLarge extends Error {}

/** The file is none of the kit, or a newer one. */
export class UnreadableExportedFile extends Error {}

/** The PIN does not open the file. */
export class WrongPin extends Error {}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function parseHeader(line: string | undefined): ExportedFileHeader {
  try {
    return JSON.parse(line ?? '') as ExportedFileHeader;
  } catch {
    throw new UnreadableExportedFile();
  }
}

/** What the PIN opens the file with. */
function readLock({ xingjian, format, salt, iv, wrapped, iterations }: ExportedFileHeader) {
  const isOurs = xingjian === 'field-kit' && format <= exportedFileFormatVersion;
  if (!isOurs || !Number.isInteger(iterations) || iterations < 1 || iterations > maxKeyIterations)
    throw new UnreadableExportedFile();
  try {
    return { salt: bytesOf(salt), iv: bytesOf(iv), wrapped: bytesOf(wrapped).buffer, iterations };
  } catch {
    throw new UnreadableExportedFile();
  }
}

/**
 * Opens an exported file with the PIN of its phone, on the device of whoever opens it: the PIN goes nowhere. `readPart`
 * asks the platform for the key of the phone, in base64.
 */
export async function decryptFileExportedByPhone(
  file: Blob,
  pin: string,
  readPart: (device: string) => Promise<string | null>,
): Promise<DecryptedExportedFile> {
  if (file.size > maxExportedFileBytes) throw new ExportedFileTooLarge();
  const [first, ...lines] = (await file.text()).split('\n').filter((line) => line !== '');
  const header = parseHeader(first);
  const locked = readLock(header);
  const part = header.bound ? await readPart(header.device) : null;
  const deviceKey = part === null ? undefined : await importDeviceKey(bytesOf(part));
  const key = await dataKeyOf(pin, { ...locked, ...(deviceKey && { deviceKey }) }).catch(() => {
    throw new WrongPin();
  });
  const operations: Operation[] = [];
  const pictures = new Map<string, ArrayBuffer>();
  let damaged = 0;
  for (const line of lines)
    try {
      const { id, kind, iv, data } = JSON.parse(line) as ExportedFileLine;
      const sealed = { iv: bytesOf(iv), data: bytesOf(data).buffer };
      if (kind === 'operation') operations.push((await decryptValue<JournalEntry>(key, id, sealed)).operation);
      else pictures.set(id.replace(/^picture /, ''), await decryptBytes(key, id, sealed));
    } catch {
      // one damaged line must not keep the others from the office
      damaged += 1;
    }
  return { header, operations, pictures, damaged };
}
