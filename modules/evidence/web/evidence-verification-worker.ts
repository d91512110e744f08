import { sm2, sm3 } from 'sm-crypto-v2';
import { type EvidenceExport, entriesFileName } from '#kernel/evidence-chain/evidence-export-format.ts';
import {
  type EvidenceCrypto,
  type EvidenceVerdict,
  type FileHashes,
  verifyEvidenceExport,
} from '#kernel/evidence-chain/verify-evidence-export.ts';
import { hashBytes } from '#web/input/upload/sha256-of-file.ts';
import { readEvidenceArchive } from './read-evidence-archive.ts';
import type { EvidenceVerificationRequest } from './verify-evidence-file-in-worker.ts';

const fromHex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** SM3 and SM2 by a package, Ed25519 by the browser: not all can. */
const tools: EvidenceCrypto = {
  hash: (content) => fromHex(sm3(content)),
  async verify(algorithm, key, text, signature) {
    if (algorithm === 'sm2') return verifySm2(key, text, signature);
    try {
      const imported = await crypto.subtle.importKey('raw', fromHex(key), 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', imported, fromHex(signature), new TextEncoder().encode(text));
    } catch (error) {
      return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unable' : false;
    }
  },
};

function verifySm2(key: string, text: string, signature: string): boolean {
  try {
    return sm2.doVerifySignature(text, signature, key, { hash: true });
  } catch {
    return false; // not the bytes of a key or of a signature
  }
}

async function verify({ file, trusted }: EvidenceVerificationRequest): Promise<EvidenceVerdict & { subject: string }> {
  const contents = new Map<string, FileHashes>();
  let written = '{}';
  for (const { name, read } of await readEvidenceArchive(file)) {
    const content = await read();
    if (name === entriesFileName) written = new TextDecoder().decode(content);
    else
      contents.set(name, {
        sha256: await hashBytes(content, 'SHA-256'),
        sm3: sm3(content),
      });
  }
  const evidence = JSON.parse(written) as EvidenceExport;
  const verdict = await verifyEvidenceExport(tools, evidence, contents, trusted);
  return { ...verdict, subject: String(evidence.subject?.title ?? '') };
}

globalThis.addEventListener('message', ({ data }: MessageEvent<EvidenceVerificationRequest>) => {
  verify(data).then(
    (verdict) => globalThis.postMessage({ verdict }),
    () => globalThis.postMessage({ damaged: true }),
  );
});
