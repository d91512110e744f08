import type { DrawCommitment, PairingMode, RiskClass } from '#kernel/random-draw/draw-record-types.ts';
import type { WitnessCodeHandoverWay } from './draw-witness-fields.ts';
import type { DrawnKind } from './format-and-parse-draw-record-ids.ts';

/** Enterprises of one risk class that can be drawn, or are frozen. */
export interface EnterprisesOfRiskClassInDraw {
  readonly area: string;
  readonly area_name: string;
  readonly domain: string;
  readonly risk: RiskClass;
  readonly n: number;
}

/** An officer who can be drawn, or is frozen. */
export interface OfficerInDrawList {
  readonly id: number;
  readonly name: string;
  readonly area_name: string;
  readonly domains: readonly string[];
  readonly capacity: number;
  /** Enterprises of the list that the officer does not check. */
  readonly recused: number;
}

/** Enterprises without two available officers. */
export interface EnterprisesWithoutOfficerPair {
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
  readonly groups: readonly EnterprisesOfRiskClassInDraw[];
  readonly officers: readonly OfficerInDrawList[];
  readonly gaps: readonly EnterprisesWithoutOfficerPair[];
}

/** `GET enforcement.draw/objects`: a page of the enterprises. */
export interface EnterpriseInDrawList {
  readonly id: number;
  readonly name: string;
  readonly area_name: string;
  readonly domain: string;
  readonly risk: RiskClass;
}

/** A witness: how the code was handed over last, and when the seed was entered. */
export interface WitnessProgress {
  readonly id: number;
  readonly name: string;
  readonly code_way: WitnessCodeHandoverWay | null;
  /** The masked address; null: shown on the screen. */
  readonly code_to: string | null;
  readonly code_at: number | null;
  /** A code can be sent to the witness. */
  readonly can_send: boolean;
  readonly entered_at: number | null;
}

/** Somebody of the frozen list who can no longer be appointed. */
export interface LapsedPerson {
  readonly name: string;
  /** Last day of the certificate or of the term, YYYY-MM-DD, if it has passed; null: for another reason. */
  readonly until: string | null;
}

/** `GET enforcement.draw/ceremony`, `enforcement.expertDraw/ceremony`: what the hall sees of a draw. */
export interface DrawCeremonyAnswer {
  readonly kind: DrawnKind;
  readonly id: number;
  readonly no: string | null;
  readonly name: string;
  /** Null: experts are drawn for no plan. */
  readonly plan: string | null;
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
  readonly witnesses: readonly WitnessProgress[];
  /** Of the frozen list, before the draw is made. */
  readonly lapsed: readonly LapsedPerson[];
  /** Hash of the whole commitment, which people in the hall can write down. */
  readonly commitment_hash: string | null;
  /** Public address where the record can be verified; null before it is published. */
  readonly verify_address: string | null;
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

/** How a witness got the code with which they entered their seed. */
export interface WitnessCodeHandover {
  readonly witness: string;
  /** Null: no code was issued, or before this was recorded. */
  readonly way: WitnessCodeHandoverWay | null;
  readonly at: number | null;
  /** Which of the officers who issued codes of this draw, from 1: they are not named. */
  readonly officer: number | null;
  readonly entered_at: number | null;
}

/** `GET /api/enforcement.draw/commitment`: what is public from the commitment on, of a void draw too. */
export interface PublicDrawCommitment {
  readonly status: string;
  readonly commitment: DrawCommitment;
  readonly void_reason: string | null;
  readonly handovers: readonly WitnessCodeHandover[];
}
