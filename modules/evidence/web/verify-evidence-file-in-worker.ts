import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import type { EvidenceVerdict } from '#kernel/evidence-chain/verify-evidence-export.ts';

export interface EvidenceVerificationRequest {
  readonly file: File;
  /** Keys that the platform publishes; undefined: they could not be read. */
  readonly trusted?: readonly EvidencePublicKeys[];
}

/** Verdict, with what the export is about; `damaged`: the file is no archive of an export. */
export type EvidenceVerificationResult = (EvidenceVerdict & { readonly subject: string }) | 'damaged';

/** Verifies a file in a thread of its own: hashing would stop the page. The file does not leave the device. */
export function verifyEvidenceFileInWorker(order: EvidenceVerificationRequest): {
  result: Promise<EvidenceVerificationResult>;
  stop(): void;
} {
  const worker = new Worker(new URL('./evidence-verification-worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<EvidenceVerificationResult>((resolve) => {
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<{ verdict?: Exclude<EvidenceVerificationResult, 'damaged'> }>) =>
        resolve(data.verdict ?? 'damaged'),
    );
    worker.addEventListener('error', () => resolve('damaged'));
  }).finally(() => worker.terminate());
  worker.postMessage(order);
  return { result, stop: () => worker.terminate() };
}
