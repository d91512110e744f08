import type { Queryable } from '#server/db/open-database.ts';

/** A file that the entries of a row's chain name by its hash and that is stored apart from uploads. */
export interface EvidenceFile {
  readonly [column: string]: unknown;
  /** The end of its name: `pdf`. */
  readonly kind: string;
  /** Hex. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Reads those files of a row that have one of these SHA-256 hashes. */
export type ReadEvidenceFiles = (
  db: Queryable,
  row: number,
  hashes: readonly string[],
) => Promise<readonly EvidenceFile[]>;

/** By name of the resource. */
export type EvidenceFileSources = Readonly<Record<string, ReadEvidenceFiles>>;
