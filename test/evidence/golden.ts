import fs from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#data/package-root.ts';
import type { EvidenceExport } from '#kernel/evidence-chain/evidence-export-format.ts';
import type { EvidencePublicKeys } from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import {
  type EvidenceVerdict,
  type FileHashes,
  verifyEvidenceExport,
} from '#kernel/evidence-chain/verify-evidence-export.ts';
import { hashesOf, nodeTools } from './sample-export.ts';

/** What is done to the golden export before it is verified, and what must be found. */
export interface GoldenCase {
  readonly name: string;
  /** Each sets the member at a path, or removes it if there is no value. */
  readonly edits?: readonly { readonly at: readonly (string | number)[]; readonly value?: unknown }[];
  /** Content of files in base64 instead of their own; null: the file is not in the archive. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Keys that are known to be those of the platform. */
  readonly trusted?: readonly EvidencePublicKeys[];
  readonly verdict: EvidenceVerdict;
}

export interface Golden {
  readonly export: EvidenceExport;
  /** Files of the archive in base64. */
  readonly files: Readonly<Record<string, string>>;
  readonly cases: readonly GoldenCase[];
}

export const goldenFile = path.join(packageRoot, 'test/evidence/golden-evidence.json');
export const readGolden = (): Golden => JSON.parse(fs.readFileSync(goldenFile, 'utf8')) as Golden;

/** The verdict of this platform's verifier on a case. */
export function verdictOf(golden: Golden, { edits = [], files = {}, trusted }: Omit<GoldenCase, 'verdict'>) {
  const evidence = structuredClone(golden.export);
  for (const { at, value } of edits) edit(evidence, at, value);
  const contents = new Map<string, FileHashes>();
  for (const [name, own] of Object.entries(golden.files)) {
    const content = Object.hasOwn(files, name) ? files[name] : own;
    if (typeof content === 'string') contents.set(name, hashesOf(Buffer.from(content, 'base64')));
  }
  return verifyEvidenceExport(nodeTools, evidence, contents, trusted);
}

function edit(whole: object, at: readonly (string | number)[], value: unknown): void {
  const last = at.at(-1) ?? '';
  const within = at.slice(0, -1).reduce<object>((here, name) => Reflect.get(here, name) as object, whole);
  if (value !== undefined) Reflect.set(within, last, value);
  else if (Array.isArray(within)) within.splice(Number(last), 1);
  else Reflect.deleteProperty(within, last);
}
