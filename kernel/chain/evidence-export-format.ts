import type { ChainEntry } from './chain-entry.ts';
import type { DailyRoot, HourlyRoot, Signed } from './hourly-and-daily-root.ts';
import type { ProofStep } from './merkle-proof.ts';
import type { EvidenceKey } from './signing-keys.ts';

/** A file that an entry names by its hash. */
export interface ExportedFile {
  /** `files/<SHA-256>.jpg`, within the archive. Null: the platform did not have it any more. */
  readonly path: string | null;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly sm3: string;
}

/** The way from the end of a chain, as it was then, to a root. */
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
  /** What it is about, for people. */
  readonly subject: { readonly stream: string; readonly title: string };
  /** By stream, each in the order of its entries. */
  readonly streams: Readonly<Record<string, readonly ChainEntry[]>>;
  readonly files: readonly ExportedFile[];
  readonly roots: readonly Signed<HourlyRoot>[];
  readonly proofs: readonly StreamHeadProof[];
  readonly days: readonly Signed<DailyRoot>[];
  readonly keys: readonly EvidenceKey[];
}

export const evidenceExportFormat = 'xingjian-evidence/1';
/** Name of the file in the archive that says everything else. */
export const entriesFileName = 'entries.json';
