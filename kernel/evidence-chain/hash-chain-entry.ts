import { bytesOf, type Hash, toHex } from '../random-draw/hash-bytes-and-hmac.ts';
import { canonicalJson } from '../wire/canonical-json.ts';

/**
 * The content of an entry, without its hash. Everything is part of the hash, except `payload`, which is represented by
 * `payload_hash`.
 */
export interface ChainFacts {
  /**
   * The row to which the chain belongs: `travel/itinerary:123`. Each row has its own chain, so that writers of
   * different rows never wait for each other.
   */
  readonly stream: string;
  /** 1, 2, 3 … within the stream. */
  readonly seq: number;
  /** `travel/itinerary.departed` */
  readonly event: string;
  /**
   * Canonical JSON of what happened. Null: it was removed, for instance because it contained personal data; its hash
   * remains.
   */
  readonly payload: string | null;
  readonly payload_hash: string;
  /** Hash of the previous entry; {@link noPreviousHash} in the first entry. */
  readonly previous: string;
  /** `admin:7`, `member:12`, or `system` for the platform. */
  readonly actor: string;
  /** How the device describes itself (its user agent). */
  readonly device: string;
  /** Time by the clock of the device, in ISO 8601. Null: the device sent none. */
  readonly client_time: string | null;
  readonly server_time: string;
  readonly place: Readonly<Record<string, unknown>> | null;
}

/** An entry of the evidence chain. */
export interface ChainEntry extends ChainFacts {
  readonly hash: string;
}

/** Number and hash of the last entry of a chain. Whoever knows them can tell whether entries were removed later. */
export type ChainHead = Pick<ChainEntry, 'seq' | 'hash'>;

/** The value of `previous` in the first entry. */
export const noPreviousHash = '0'.repeat(64);

export const hashText = (hash: Hash, value: string): string => toHex(hash(bytesOf(value)));

/** The hash of an entry: the hash of the canonical JSON of its facts, with `payload_hash` instead of `payload`. */
export const hashOfChainEntry = (hash: Hash, facts: ChainFacts): string => {
  const { stream, seq, event, payload_hash, previous, actor, device, client_time, server_time, place } = facts;
  return hashText(
    hash,
    canonicalJson({ stream, seq, event, payload_hash, previous, actor, device, client_time, server_time, place }),
  );
};

/** Builds the entry that follows `head`. Without a head it is the first entry of its stream. */
export function nextChainEntry(
  hash: Hash,
  head: ChainHead | undefined,
  {
    payload,
    ...facts
  }: Omit<ChainFacts, 'seq' | 'previous' | 'payload' | 'payload_hash'> & { readonly payload: object },
): ChainEntry {
  const written = canonicalJson(payload);
  const whole = {
    ...facts,
    seq: (head?.seq ?? 0) + 1,
    previous: head?.hash ?? noPreviousHash,
    payload: written,
    payload_hash: hashText(hash, written),
  };
  return { ...whole, hash: hashOfChainEntry(hash, whole) };
}
