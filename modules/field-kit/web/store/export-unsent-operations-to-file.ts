import {
  type ExportedFileHeader,
  type ExportedFileLine,
  exportedFileFormatVersion,
} from '../../contract/phone-exported-file-format.ts';
import type { EncryptedPhoneStore } from './encrypted-phone-store-types.ts';

/** Base64 of bytes, in portions: a picture is too long for the arguments of one call. */
function base64(bytes: ArrayBuffer | Uint8Array): string {
  const all = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < all.length; at += 0x8000) text += String.fromCharCode(...all.subarray(at, at + 0x8000));
  return btoa(text);
}

/**
 * Everything that was recorded and not uploaded, as a file for the office: encrypted as on the phone, opened there with
 * the PIN and the key of the phone. Needs no PIN here, so that it is possible even when the PIN is not at hand.
 */
export async function exportUnsentOperationsToFile(
  store: EncryptedPhoneStore,
  now = Date.now(),
): Promise<Blob | undefined> {
  const header = await store.readHeader();
  if (!header) return undefined;
  const first: ExportedFileHeader = {
    xingjian: 'field-kit',
    format: exportedFileFormatVersion,
    salt: base64(header.salt),
    iterations: header.iterations,
    iv: base64(header.iv),
    wrapped: base64(header.wrapped),
    device: header.device,
    bound: header.deviceKey !== undefined,
    account: header.account,
    made_at: now,
  };
  const parts: string[] = [`${JSON.stringify(first)}\n`];
  for (const kind of ['picture', 'operation'] as const)
    for (const { id, sent, iv, data } of await store.list(kind)) {
      if (sent) continue;
      const line: ExportedFileLine = { id, kind, iv: base64(iv), data: base64(data) };
      parts.push(`${JSON.stringify(line)}\n`);
    }
  return new Blob(parts, { type: 'application/octet-stream' });
}
