import type { Hash } from '../random-draw/hash-bytes-and-hmac.ts';
import { type EvidenceExport, evidenceExportFormat } from './evidence-export-format.ts';
import { type ChainEntry, type ChainHead, noPreviousHash } from './hash-chain-entry.ts';
import { fileHashesOfEntry } from './hashes-and-urls-of-files-in-chain-entry.ts';
import { rootOfProof } from './merkle-proof.ts';
import {
  type EvidencePublicKeys,
  idOfPublicKeys,
  publicKeyTextSignedByPredecessor,
  type SignatureAlgorithm,
  type Signatures,
  signatureAlgorithms,
} from './public-keys-and-signatures-of-merkle-roots.ts';
import {
  type DailyRoot,
  type HourlyRoot,
  hashOfRoot,
  leafOfStreamHead,
  type SignedRoot,
  signedTextOfRoot,
} from './signed-hourly-and-daily-merkle-root.ts';
import { type ChainVerdict, createChainCheck } from './verify-chain.ts';

/** The cryptography of the platform on which the check runs. */
export interface EvidenceCrypto {
  /** SM3. */
  readonly hash: Hash;
  /** Whether a signature of a text was made with the key. `unable`: this platform lacks the algorithm. */
  verify(
    algorithm: SignatureAlgorithm,
    key: string,
    text: string,
    signature: string,
  ): boolean | 'unable' | Promise<boolean | 'unable'>;
}

/** Hashes of the bytes of a file of the archive, in hexadecimal. */
export interface FileHashes {
  readonly sha256: string;
  readonly sm3: string;
}

/** Something that was changed, or is missing. */
export type EvidenceFinding =
  | { readonly kind: 'format' }
  | {
      readonly kind: 'entry';
      readonly stream: string;
      readonly seq: number;
      readonly why: Extract<ChainVerdict, { state: 'broken' }>['why'];
    }
  | { readonly kind: 'missing_at_end'; readonly stream: string; readonly from: number; readonly to: number }
  /** The export has neither entries nor proofs of the record that it names as its subject. */
  | { readonly kind: 'no_entries'; readonly stream: string }
  | {
      readonly kind: 'missing_file' | 'changed_file';
      readonly stream: string;
      readonly seq: number;
      readonly sha256: string;
    }
  /**
   * `missing`: a proof refers to a root that is not there. `proof`: a proof does not lead to the root. `previous`: the
   * root does not continue the previous one.
   */
  | { readonly kind: 'root'; readonly root: number; readonly why: 'missing' | 'proof' | 'previous' }
  /**
   * `root`: the daily root has another hash for an hourly root. `previous`: it does not continue the previous daily
   * root.
   */
  | { readonly kind: 'day'; readonly day: string; readonly why: 'root' | 'previous' }
  /** `of`: number of a root, or a day. */
  | { readonly kind: 'signature'; readonly of: number | string; readonly algorithm: SignatureAlgorithm }
  | { readonly kind: 'unknown_key'; readonly key: string }
  | { readonly kind: 'key'; readonly key: string };

export interface EvidenceVerdict {
  /** `unproven`: consistent, but some entries are not covered by a root with a valid signature. */
  readonly state: 'intact' | 'unproven' | 'broken';
  readonly findings: readonly EvidenceFinding[];
  readonly entries: number;
  /** Entries that no signed root covers. */
  readonly unproven: number;
  /** Entries whose payload was removed. */
  readonly removed: number;
  readonly files: number;
  readonly roots: number;
  /** The algorithms of which a valid signature was found. */
  readonly seen: readonly SignatureAlgorithm[];
}

/**
 * Checks an export by the keys in it or, with `trusted`, by keys that are known to be those of the platform. `contents`
 * are the hashes of the files of the archive by their path.
 */
export async function verifyEvidenceExport(
  tools: EvidenceCrypto,
  evidence: EvidenceExport,
  contents: ReadonlyMap<string, FileHashes>,
  trusted?: readonly Pick<EvidencePublicKeys, 'kid' | SignatureAlgorithm>[],
): Promise<EvidenceVerdict> {
  try {
    if (evidence.format === evidenceExportFormat)
      return await new ExportCheck(tools, evidence, contents, trusted).run();
  } catch (error) {
    // parts are missing or have another type: this is not an export
    if (!(error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError)) throw error;
  }
  const findings = [{ kind: 'format' }] as const;
  return { state: 'broken', findings, entries: 0, unproven: 0, removed: 0, files: 0, roots: 0, seen: [] };
}

class ExportCheck {
  readonly #tools: EvidenceCrypto;
  readonly #evidence: EvidenceExport;
  readonly #contents: ReadonlyMap<string, FileHashes>;
  readonly #trusted: readonly Pick<EvidencePublicKeys, 'kid' | SignatureAlgorithm>[] | undefined;
  readonly #findings: EvidenceFinding[] = [];
  readonly #seen = new Set<SignatureAlgorithm>();
  /** Numbers of the roots that a valid signature covers: their own, that of a later root, or that of a daily root. */
  readonly #vouched = new Set<number>();

  constructor(
    tools: EvidenceCrypto,
    evidence: EvidenceExport,
    contents: ReadonlyMap<string, FileHashes>,
    trusted: readonly Pick<EvidencePublicKeys, 'kid' | SignatureAlgorithm>[] | undefined,
  ) {
    this.#tools = tools;
    this.#evidence = evidence;
    this.#contents = contents;
    this.#trusted = trusted;
  }

  async run(): Promise<EvidenceVerdict> {
    await this.#checkKeys();
    await this.#checkRoots();
    const heads = this.#headsByStream();
    let [entries, unproven, removed] = [0, 0, 0];
    const { streams, subject } = this.#evidence;
    // without this, whoever removes everything would be told that it is intact
    const isNamed = Object.hasOwn(streams, subject.stream) && (streams[subject.stream]?.length ?? 0) > 0;
    if (!isNamed && !heads.has(subject.stream)) this.#findings.push({ kind: 'no_entries', stream: subject.stream });
    // a stream that only a root mentions was left out as a whole
    for (const stream of new Set([...Object.keys(streams), ...heads.keys()])) {
      const chain = Object.hasOwn(streams, stream) ? (streams[stream] ?? []) : [];
      const proven = heads.get(stream) ?? [];
      this.#checkStream(stream, chain, proven);
      entries += chain.length;
      removed += chain.filter(({ payload }) => payload === null).length;
      const last = Math.max(0, ...proven.filter(({ root }) => this.#vouched.has(root)).map(({ seq }) => seq));
      unproven += Math.max(0, chain.length - last);
    }
    const findings = this.#findings;
    return {
      state: findings.length > 0 ? 'broken' : unproven > 0 ? 'unproven' : 'intact',
      findings,
      entries,
      unproven,
      removed,
      files: this.#evidence.files.length,
      roots: this.#evidence.roots.length,
      seen: signatureAlgorithms.filter((one) => this.#seen.has(one)),
    };
  }

  #checkStream(stream: string, chain: readonly ChainEntry[], heads: readonly ChainHead[]): void {
    const check = createChainCheck(this.#tools.hash, heads);
    const isOther = chain[0] !== undefined && chain[0].stream !== stream;
    if (isOther) this.#findings.push({ kind: 'entry', stream, seq: 1, why: 'link' });
    const good: ChainEntry[] = [];
    for (const entry of isOther ? [] : chain) if (check.take(entry)) good.push(entry);
    const verdict = check.verdict();
    if (verdict.state === 'broken') this.#findings.push({ kind: 'entry', stream, seq: verdict.seq, why: verdict.why });
    if (verdict.state === 'short' && !isOther)
      this.#findings.push({ kind: 'missing_at_end', stream, from: verdict.from, to: verdict.to });
    this.#checkFiles(stream, good);
  }

  /** The files that entries name by their hash. A separate list could leave one out. */
  #checkFiles(stream: string, chain: readonly ChainEntry[]): void {
    const bySha256 = new Map(this.#evidence.files.map((file) => [file.sha256, file]));
    for (const { seq, payload } of chain)
      for (const sha256 of fileHashesOfEntry(payload)) {
        const file = bySha256.get(sha256);
        const content = file?.path ? this.#contents.get(file.path) : undefined;
        if (!content) this.#findings.push({ kind: 'missing_file', stream, seq, sha256 });
        else if (content.sha256 !== sha256 || content.sm3 !== file?.sm3)
          this.#findings.push({ kind: 'changed_file', stream, seq, sha256 });
      }
  }

  /** The heads of chains by stream, of which the proofs lead to their roots. */
  #headsByStream(): ReadonlyMap<string, readonly (ChainHead & { readonly root: number })[]> {
    const { proofs, roots } = this.#evidence;
    const byNumber = new Map(roots.map(({ content }) => [content.number, content]));
    const heads = new Map<string, (ChainHead & { root: number })[]>();
    for (const { root, stream, seq, hash, path } of proofs) {
      const tree = byNumber.get(root)?.tree;
      if (tree === undefined) this.#findings.push({ kind: 'root', root, why: 'missing' });
      else if (rootOfProof(this.#tools.hash, leafOfStreamHead({ stream, seq, hash }), path) !== tree)
        this.#findings.push({ kind: 'root', root, why: 'proof' });
      else heads.set(stream, [...(heads.get(stream) ?? []), { seq, hash, root }]);
    }
    return heads;
  }

  async #checkKeys(): Promise<void> {
    const { keys } = this.#evidence;
    for (const key of keys) {
      const { kid, predecessor, endorsement } = key;
      const before = keys.find((one) => one.kid === predecessor);
      const isEndorsed =
        !endorsement ||
        !before ||
        (await this.#verifies(before, publicKeyTextSignedByPredecessor(key), endorsement)).every(
          ([, is]) => is !== false,
        );
      if (kid !== idOfPublicKeys(this.#tools.hash, key) || !isEndorsed) this.#findings.push({ kind: 'key', key: kid });
    }
  }

  async #checkRoots(): Promise<void> {
    const { roots, days } = this.#evidence;
    const hash = (content: HourlyRoot | DailyRoot) => hashOfRoot(this.#tools.hash, content);
    const hashes = new Map(roots.map(({ content }) => [content.number, hash(content)]));
    for (const { content } of roots) {
      const before = content.number === 1 ? noPreviousHash : hashes.get(content.number - 1);
      if (before !== undefined && before !== content.previous)
        this.#findings.push({ kind: 'root', root: content.number, why: 'previous' });
    }
    for (const one of roots) if (await this.#isSigned(one, one.content.number)) this.#vouched.add(one.content.number);
    for (const one of days) {
      const { day, number: turn, roots: named, previous } = one.content;
      const before = days.find(({ content }) => content.number === turn - 1);
      if ((turn === 1 && previous !== noPreviousHash) || (before && hash(before.content) !== previous))
        this.#findings.push({ kind: 'day', day, why: 'previous' });
      const isSigned = await this.#isSigned(one, day);
      for (const { number, hash: written } of named) {
        if (!hashes.has(number)) continue;
        if (hashes.get(number) !== written) this.#findings.push({ kind: 'day', day, why: 'root' });
        else if (isSigned) this.#vouched.add(number);
      }
    }
    // a root contains the hash of the previous one, so that a signature also covers all previous roots of the export
    for (const { content } of [...roots].sort((a, b) => b.content.number - a.content.number))
      if (this.#vouched.has(content.number) && hashes.get(content.number - 1) === content.previous)
        this.#vouched.add(content.number - 1);
  }

  /** Whether a root is signed by a known key. */
  async #isSigned({ content, signatures }: SignedRoot<HourlyRoot | DailyRoot>, of: number | string): Promise<boolean> {
    if (content.key === null || !signatures) return false;
    const key = this.#evidence.keys.find(({ kid }) => kid === content.key);
    const published = this.#trusted?.find(({ kid }) => kid === content.key);
    if (
      !key ||
      (this.#trusted &&
        (!published || publicKeyTextSignedByPredecessor(published) !== publicKeyTextSignedByPredecessor(key)))
    ) {
      if (!this.#findings.some((one) => one.kind === 'unknown_key' && one.key === content.key))
        this.#findings.push({ kind: 'unknown_key', key: content.key });
      return false;
    }
    let isSigned = false;
    for (const [algorithm, is] of await this.#verifies(key, signedTextOfRoot(content), signatures)) {
      if (is === false) this.#findings.push({ kind: 'signature', of, algorithm });
      if (is === true) {
        isSigned = true;
        this.#seen.add(algorithm);
      }
    }
    return isSigned;
  }

  async #verifies(key: Readonly<Record<SignatureAlgorithm, string>>, text: string, signatures: Signatures) {
    const outcomes: (readonly [SignatureAlgorithm, boolean | 'unable'])[] = [];
    for (const algorithm of signatureAlgorithms)
      outcomes.push([algorithm, await this.#tools.verify(algorithm, key[algorithm], text, signatures[algorithm])]);
    return outcomes;
  }
}
