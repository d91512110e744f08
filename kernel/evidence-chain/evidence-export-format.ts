import type { ChainEntry } from './hash-chain-entry.ts';
import type { ProofStep } from './merkle-proof.ts';
import type { EvidencePublicKeys } from './public-keys-and-signatures-of-merkle-roots.ts';
import type { DailyRoot, HourlyRoot, SignedRoot } from './signed-hourly-and-daily-merkle-root.ts';

/** A file that an entry names by its hash. */
export interface ExportedFile {
  /** Path in the archive, `files/<SHA-256>.jpg`. Null: the platform no longer had the file. */
  readonly path: string | null;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly sm3: string;
}

/** The proof that a root contains the head that a chain had then. */
export interface StreamHeadProof {
  readonly root: number;
  readonly stream: string;
  readonly seq: number;
  readonly hash: string;
  readonly path: readonly ProofStep[];
}

/** `entries.json` of an export: the format `xingjian-evidence/1` (docs/formats/evidence.md). */
export interface EvidenceExport {
  readonly format: 'xingjian-evidence/1';
  readonly exported_at: string;
  /** Name of the platform that exported it. */
  readonly platform: string;
  /** The record it is about, for readers. */
  readonly subject: { readonly stream: string; readonly title: string };
  /** By stream, each in the order of its entries. */
  readonly streams: Readonly<Record<string, readonly ChainEntry[]>>;
  readonly files: readonly ExportedFile[];
  readonly roots: readonly SignedRoot<HourlyRoot>[];
  readonly proofs: readonly StreamHeadProof[];
  readonly days: readonly SignedRoot<DailyRoot>[];
  readonly keys: readonly EvidencePublicKeys[];
}

export const evidenceExportFormat = 'xingjian-evidence/1';
/** Name of the file in the archive that contains everything but the files. */
export const entriesFileName = 'entries.json';
