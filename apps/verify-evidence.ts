import { createHash, createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { sm2 } from 'sm-crypto-v2';
import {
  type EvidenceExport,
  entriesFileName,
  evidenceExportFormat,
} from '#kernel/evidence-chain/evidence-export-format.ts';
import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import {
  type EvidenceCrypto,
  type EvidenceVerdict,
  type FileHashes,
  verifyEvidenceExport,
} from '#kernel/evidence-chain/verify-evidence-export.ts';
import { toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import { sm3 } from '#kernel/random-draw/sm3.ts';

/** DER of an Ed25519 public key before its 32 bytes. */
const ed25519Prefix = '302a300506032b6570032100';

const tools: EvidenceCrypto = {
  hash: sm3,
  verify(algorithm, key, text, signature) {
    try {
      if (algorithm === 'sm2') return sm2.doVerifySignature(text, signature, key, { hash: true });
      const publicKey = createPublicKey({ key: Buffer.from(ed25519Prefix + key, 'hex'), format: 'der', type: 'spki' });
      return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'));
    } catch {
      return false; // not the bytes of a key or of a signature
    }
  },
};

/** An export as it was found: its statements, and a way to its files. */
export interface FoundExport {
  readonly evidence: EvidenceExport;
  /** The content of a file by its path in the archive; undefined: it is not there. */
  file(name: string): Buffer | undefined;
}

export const isEvidence = (parsed: unknown): boolean =>
  typeof parsed === 'object' && parsed !== null && 'format' in parsed && parsed.format === evidenceExportFormat;

/** Whether a file is a zip archive. */
export const isArchive = (content: Buffer): boolean => content.readUInt32LE(0) === 0x04034b50;

/** `entries.json` that was taken out of its archive, with the files beside it. */
export const unpackedExport = (parsed: unknown, folder: string): FoundExport => ({
  evidence: parsed as EvidenceExport,
  file(name) {
    const whole = path.resolve(folder, name);
    return whole.startsWith(path.resolve(folder) + path.sep) && fs.existsSync(whole)
      ? fs.readFileSync(whole)
      : undefined;
  },
});

/** An export as it was downloaded. @throws if the archive is damaged or has no `entries.json` */
export function archivedExport(archive: Buffer): FoundExport {
  const files = listArchive(archive);
  const file = (name: string) => files.get(name)?.();
  return { evidence: JSON.parse(String(file(entriesFileName))) as EvidenceExport, file };
}

/** The files of a zip archive by name, each unpacked when it is wanted. */
function listArchive(archive: Buffer): ReadonlyMap<string, () => Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, () => Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const length = archive.readUInt16LE(at + 28);
    const header = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    files.set(name, () => {
      const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
      const content = archive.subarray(start, start + packed);
      return method === 0 ? content : zlib.inflateRawSync(content);
    });
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** Checks an export from itself alone, or against keys that are known to be those of the platform. */
export async function verifyEvidence(
  { evidence, file }: FoundExport,
  trusted?: readonly EvidencePublicKeys[],
): Promise<EvidenceVerdict> {
  const contents = new Map<string, FileHashes>();
  for (const { path: name } of Array.isArray(evidence.files) ? evidence.files : []) {
    const content = name === null ? undefined : file(name);
    if (name === null || !content) continue;
    contents.set(name, { sha256: createHash('sha256').update(content).digest('hex'), sm3: toHex(sm3(content)) });
  }
  return verifyEvidenceExport(tools, evidence, contents, trusted);
}
