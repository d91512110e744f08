import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import type { EvidenceExport } from '#kernel/evidence-chain/evidence-export-format.ts';
import { type ChainEntry, nextChainEntry, noPreviousHash } from '#kernel/evidence-chain/hash-chain-entry.ts';
import { merkleProof } from '#kernel/evidence-chain/merkle-proof.ts';
import {
  type EvidencePublicKeys,
  idOfPublicKeys,
  publicKeyTextSignedByPredecessor,
  type Signatures,
} from '#kernel/evidence-chain/public-keys-and-signatures-of-merkle-roots.ts';
import {
  type DailyRoot,
  type HourlyRoot,
  hashOfRoot,
  leafOfStreamHead,
  merkleRootOfStreamHeads,
  type SignedRoot,
  type StreamHead,
  signedTextOfRoot,
} from '#kernel/evidence-chain/signed-hourly-and-daily-merkle-root.ts';
import type { EvidenceCrypto, FileHashes } from '#kernel/evidence-chain/verify-evidence-export.ts';
import type { Hash } from '#kernel/random-draw/hash-bytes-and-hmac.ts';

const hash: Hash = (bytes) => createHash('sm3').update(bytes).digest();

/** DER of an Ed25519 public key before its 32 bytes. */
const spki = Buffer.from('302a300506032b6570032100', 'hex');

/** The checks of an export with `node:crypto` and the package that has SM2. */
export const nodeTools: EvidenceCrypto = {
  hash,
  verify(algorithm, key, text, signature) {
    if (algorithm === 'sm2') return sm2.doVerifySignature(text, signature, key, { hash: true });
    const publicKey = createPublicKey({
      key: Buffer.concat([spki, Buffer.from(key, 'hex')]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'hex'));
  },
};

export const hashesOf = (content: Buffer): FileHashes => ({
  sha256: createHash('sha256').update(content).digest('hex'),
  sm3: createHash('sm3').update(content).digest('hex'),
});

export interface SampleKey {
  readonly key: EvidencePublicKeys;
  sign(text: string): Signatures;
}

/** A pair of keys, endorsed by the one it replaces. */
export function makeKey(validFrom: string, predecessor?: SampleKey): SampleKey {
  const ed25519 = generateKeyPairSync('ed25519');
  const pair = sm2.generateKeyPairHex();
  const keys = {
    ed25519: ed25519.publicKey.export({ format: 'der', type: 'spki' }).subarray(spki.length).toString('hex'),
    sm2: pair.publicKey,
  };
  const secret = createPrivateKey(ed25519.privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return {
    key: {
      ...keys,
      kid: idOfPublicKeys(hash, keys),
      valid_from: validFrom,
      predecessor: predecessor?.key.kid ?? null,
      endorsement: predecessor?.sign(publicKeyTextSignedByPredecessor(keys)) ?? null,
    },
    sign: (text) => ({
      ed25519: sign(null, Buffer.from(text), secret).toString('hex'),
      sm2: sm2.doSignature(text, pair.privateKey, { hash: true, publicKey: pair.publicKey }),
    }),
  };
}

export const signContent = <Content extends HourlyRoot | DailyRoot>(
  content: Content,
  key: SampleKey | undefined,
): SignedRoot<Content> => ({ content, signatures: key?.sign(signedTextOfRoot(content)) ?? null });

const photo = Buffer.from('一张照片 a photograph');
const scan = Buffer.from('%PDF-1.7 a paper');
export const sampleFiles: ReadonlyMap<string, Buffer> = new Map(
  [photo, scan].map((content, at) => [`files/${hashesOf(content).sha256}.${at ? 'pdf' : 'jpg'}`, content]),
);

/**
 * An export of one stream with seven entries, a removed payload, two files and places; three roots, of which the second
 * has no signature, a day, and two keys.
 */
export function makeSampleExport(): EvidenceExport {
  const stream = 'travel/itinerary:42';
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 28, 1, minutes)).toISOString();
  const chain: ChainEntry[] = [];
  const [photoPath = '', scanPath = ''] = sampleFiles.keys();
  for (let n = 1; n <= 7; n++)
    chain.push(
      nextChainEntry(hash, chain.at(-1), {
        stream,
        event: n === 1 ? 'travel/itinerary.added' : 'travel/itinerary.moved',
        payload: {
          title: '昆明—大理 “四日游”',
          version: n,
          input: { reason: n % 2 ? '按时\n出发' : null, people: n * 1.5 },
          ...(n === 3 ? { evidence: { files: { '/storage/a.jpg': hashesOf(photo).sha256 }, hash: '00' } } : {}),
          ...(n === 5 ? { files: { PDF: hashesOf(scan).sha256 } } : {}),
        },
        actor: n % 2 ? 'member:12' : 'system',
        device: 'Mozilla/5.0 (演示)',
        client_time: n % 2 ? at(n * 20 - 1) : null,
        server_time: at(n * 20),
        place: n % 3 ? null : { lng: 102.7, lat: 25.04, from: 'device', accuracy: 1e-7 },
      }),
    );
  const headAt = (seq: number): StreamHead => ({ stream, seq, hash: chain[seq - 1]?.hash ?? '' });
  const other = (n: number): StreamHead => ({ stream: `travel/itinerary:${n}`, seq: n, hash: `${n}`.repeat(64) });
  const trees = [[other(1), headAt(2), other(5)], [headAt(5)], [other(1), other(3), headAt(7), other(5), other(6)]];
  const first = makeKey(at(0));
  const second = makeKey(at(130), first);
  const roots: SignedRoot<HourlyRoot>[] = [];
  const keyOf = [first, undefined, second];
  for (const [n, heads] of trees.entries()) {
    const before = roots.at(-1)?.content;
    const content: HourlyRoot = {
      format: 'xingjian-root/1',
      number: n + 1,
      previous: before ? hashOfRoot(hash, before) : noPreviousHash,
      from: at(n * 60),
      until: at(n * 60 + 60),
      count: heads.length,
      tree: merkleRootOfStreamHeads(hash, heads),
      key: keyOf[n]?.key.kid ?? null,
    };
    roots.push(signContent(content, keyOf[n]));
  }
  const day: DailyRoot = {
    format: 'xingjian-day/1',
    number: 1,
    day: '2026-11-28',
    previous: noPreviousHash,
    roots: roots.map(({ content }) => ({ number: content.number, hash: hashOfRoot(hash, content) })),
    key: second.key.kid,
  };
  return {
    format: 'xingjian-evidence/1',
    exported_at: at(200),
    platform: '演示文旅局',
    subject: { stream, title: '昆明—大理' },
    streams: { [stream]: chain.map((one) => (one.seq === 4 ? { ...one, payload: null } : one)) },
    files: [photoPath, scanPath].map((path, n) => {
      const content = n ? scan : photo;
      return { path, name: n ? '文书.pdf' : '照片.jpg', size: content.length, ...hashesOf(content) };
    }),
    roots,
    proofs: trees.map((heads, n) => {
      const leaf = heads.findIndex((one) => one.stream === stream);
      return {
        root: n + 1,
        ...(heads[leaf] as StreamHead),
        path: merkleProof(hash, heads.map(leafOfStreamHead), leaf).path,
      };
    }),
    days: [signContent(day, second)],
    keys: [first.key, second.key],
  };
}
