import { bytesOf, type Hash, toHex } from '../draw/hash.ts';
import { canonicalJson } from '../wire/canonical.ts';

/** What an entry says, without its hash. All of it is hashed but the payload, of which the hash is. */
export interface ChainFacts {
  /** One chain for each row, `travel/itinerary:123`, so that writers of other rows never wait. */
  readonly stream: string;
  /** 1, 2, 3 … within the stream. */
  readonly seq: number;
  /** `travel/itinerary.departed` */
  readonly event: string;
  /** Canonical JSON of what happened. Null: removed, as personal data may have to be; the hash of it stays. */
  readonly payload: string | null;
  readonly payload_hash: string;
  /** Hash of the entry before; {@link noPrevious} for the first. */
  readonly previous: string;
  /** `admin:7`, `member:12`, or `system` for the platform. */
  readonly actor: string;
  /** What the device said it is. */
  readonly device: string;
  /** By the clock of the device, in ISO 8601; null if it did not say. */
  readonly client_time: string | null;
  readonly server_time: string;
  readonly place: Readonly<Record<string, unknown>> | null;
}

/** An entry of the evidence chain. */
export interface ChainEntry extends ChainFacts {
  readonly hash: string;
}

/** The last entry of a chain: whoever knows it can tell whether entries were removed since. */
export type ChainHead = Pick<ChainEntry, 'seq' | 'hash'>;

/** In place of the hash of an entry before the first. */
export const noPrevious = '0'.repeat(64);

export const hashText = (hash: Hash, value: string): string => toHex(hash(bytesOf(value)));

/** The hash of an entry: over the canonical JSON of its facts, with the hash of the payload for the payload. */
export const hashOfEntry = (hash: Hash, facts: ChainFacts): string => {
  const { stream, seq, event, payload_hash, previous, actor, device, client_time, server_time, place } = facts;
  return hashText(
    hash,
    canonicalJson({ stream, seq, event, payload_hash, previous, actor, device, client_time, server_time, place }),
  );
};

/** The entry that follows a head; undefined: the first of its stream. */
export function nextEntry(
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
    previous: head?.hash ?? noPrevious,
    payload: written,
    payload_hash: hashText(hash, written),
  };
  return { ...whole, hash: hashOfEntry(hash, whole) };
}
