import type { DrawCommitment, PairingMode, RiskClass } from '#kernel/draw/draw-record.ts';
import type { DrawnKind } from './draw-ids.ts';

/** Enterprises of one risk class that can be drawn, or are frozen. */
export interface ListedGroup {
  readonly area: string;
  readonly area_name: string;
  readonly domain: string;
  readonly risk: RiskClass;
  readonly n: number;
}

/** An officer who can be drawn, or is frozen. */
export interface ListedOfficer {
  readonly id: number;
  readonly name: string;
  readonly area_name: string;
  readonly domains: readonly string[];
  readonly capacity: number;
  /** Enterprises of the list that the officer does not check. */
  readonly recused: number;
}

/** Enterprises for which there are no two officers. */
export interface ListedGap {
  readonly area_name: string;
  readonly domain: string;
  readonly n: number;
  readonly local: number;
  readonly others: number;
}

/** `GET enforcement.draw/lists`: the lists of a draw, as they would be frozen now or as they are frozen. */
export interface DrawListsAnswer {
  readonly frozen: boolean;
  readonly objects: number;
  readonly tickets: number;
  readonly groups: readonly ListedGroup[];
  readonly officers: readonly ListedOfficer[];
  readonly gaps: readonly ListedGap[];
}

/** `GET enforcement.draw/objects`: a page of the enterprises. */
export interface ListedObject {
  readonly id: number;
  readonly name: string;
  readonly area_name: string;
  readonly domain: string;
  readonly risk: RiskClass;
}

/** A witness, and when the seed was entered. */
export interface WitnessStanding {
  readonly id: number;
  readonly name: string;
  readonly entered_at: number | null;
}

/** `GET enforcement.draw/ceremony`: what the hall sees of a draw. */
export interface CeremonyAnswer {
  readonly id: number;
  readonly no: string | null;
  readonly name: string;
  readonly plan: string;
  readonly status: string;
  readonly count: number;
  readonly pairing: PairingMode;
  readonly object_count: number | null;
  readonly officer_count: number | null;
  readonly object_root: string | null;
  readonly officer_root: string | null;
  readonly server_seed_hash: string | null;
  readonly beacon_source: string | null;
  readonly beacon: string | null;
  readonly result_hash: string | null;
  readonly committed_at: number | null;
  readonly draw_at: number;
  readonly drawn_at: number | null;
  readonly published_at: number | null;
  readonly void_reason: string | null;
  readonly witnesses: readonly WitnessStanding[];
  /** Hash of the whole commitment, which people in the hall can write down. */
  readonly commitment_hash: string | null;
  /** The clock of the server, in seconds: the countdown follows it. */
  readonly now: number;
}

/** A drawn enterprise with its officers, in the order of drawing from 1. */
export interface DrawnLine {
  readonly position: number;
  readonly enterprise_id: number;
  readonly name: string;
  readonly area_name: string;
  readonly risk: RiskClass;
  readonly officers: readonly string[];
}

/** `GET enforcement.draw/results` */
export interface DrawnLines {
  readonly total: number;
  /** Drawn enterprises without officers. */
  readonly unpaired: number;
  readonly list: readonly DrawnLine[];
}

/** `POST /api/enforcement.draw/witness`: what a witness is asked for. */
export interface WitnessInvitation {
  readonly kind: DrawnKind;
  readonly no: string;
  readonly name: string;
  readonly witness: string;
  readonly count: number;
  readonly object_count: number;
  /** Null: no officers are drawn. */
  readonly officer_count: number | null;
  readonly object_root: string;
  readonly officer_root: string | null;
  readonly server_seed_hash: string;
  readonly draw_at: number;
}

/** `GET /api/enforcement.draw/commitment`: what is public from the commitment on, of a void draw too. */
export interface PublicCommitment {
  readonly status: string;
  readonly commitment: DrawCommitment;
  readonly void_reason: string | null;
}
