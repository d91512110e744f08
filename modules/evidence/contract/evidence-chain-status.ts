import type { Text } from '#kernel/text/text.ts';

/** A chain of the platform: how long it is, its last entry, and how far it is sealed. */
export interface EvidenceChainStatus {
  /** `travel/itinerary:123` */
  readonly stream: string;
  readonly resource: string;
  readonly row_id: number;
  /** Number of the last entry, and so the length. */
  readonly seq: number;
  readonly event: string;
  /** Unix seconds. */
  readonly time: number;
  /** The last entry that an hourly root covers; null: none yet. */
  readonly sealed_seq: number | null;
  readonly root: number | null;
  readonly signed: boolean | null;
}

/** `GET evidence.chain/streams`: some chains in the order of their names. */
export interface EvidenceChainStatusList {
  /** The resources that have chains. */
  readonly resources: readonly { readonly name: string; readonly label: Text }[];
  readonly list: readonly EvidenceChainStatus[];
  /** The name after which the next ones follow; null: there are no more. */
  readonly next: string | null;
}
