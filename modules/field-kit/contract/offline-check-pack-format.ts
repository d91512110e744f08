import type { Text } from '#kernel/text/text.ts';
import type { AnswerCode, OperationPicture, SignerRole } from './offline-check-operation-and-sync-answer-format.ts';

/** Days after which a phone deletes a pack that was not renewed. */
export const packDays = 7;

/** Most bytes of all packs of a phone, as JSON. */
export const maxPackBytes = 20 * 1024 * 1024;

/** An officer of a check. */
interface PackOfficer {
  readonly id: number;
  readonly name: string;
  readonly cert_no: string;
  /** Whether it is the owner of the phone. */
  readonly own: boolean;
  /** From which the phone computes its owner’s arrival codes (`arrivalCodeAt`); null: of somebody else. */
  readonly arrival_secret: string | null;
}

/** An article of a law that an item rests on. */
interface PackArticle {
  readonly title: string;
  readonly content: string;
}

export interface PackItem {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly name_en: string | null;
  readonly content: string;
  readonly standard: string | null;
  readonly basis: string | null;
  readonly evidence: 'none' | 'photo' | 'doc';
  readonly answer_kind: 'yes_no_na' | 'number' | 'choice' | 'text';
  readonly answer_options: string | null;
  readonly severity: string;
  readonly remark: string | null;
  readonly articles: readonly PackArticle[];
}

/** An earlier check of the same object. */
interface PackHistory {
  readonly check_no: string | null;
  /** Unix seconds. */
  readonly at: number;
  readonly result_code: string | null;
  readonly result_note: string | null;
}

/** An answer that the check has on the platform. */
interface PackAnswer {
  readonly item: number;
  readonly answer: AnswerCode;
  readonly value: string | null;
  readonly note: string | null;
  readonly pictures: readonly OperationPicture[];
}

/** A signature that the platform has; how it was drawn stays there. */
export interface PackSignature {
  readonly role: SignerRole;
  readonly officer: number | null;
  readonly name: string;
}

/** A check with everything needed to do it without a network. */
export interface CheckPack {
  readonly id: number;
  readonly version: number;
  /** Key of this download, which operations on the copy name. Packs of an older platform lack it. */
  readonly fetch?: number;
  /** Last operation of this phone that the platform has. */
  readonly last_seq: number;
  readonly check_no: string | null;
  readonly status: string;
  readonly object_type: string;
  readonly object_name: string;
  readonly address: string | null;
  readonly place: { readonly lng: number; readonly lat: number } | null;
  readonly contact: string | null;
  readonly basis: string | null;
  /** Unix seconds. */
  readonly window_from: number | null;
  readonly window_to: number | null;
  /** YYYY-MM-DD */
  readonly due_on: string;
  readonly officers: readonly PackOfficer[];
  readonly items: readonly PackItem[];
  readonly answers: readonly PackAnswer[];
  /** Signatures of this phone that the platform has and that still hold. Packs of an older platform lack them. */
  readonly signatures?: readonly PackSignature[];
  readonly history: readonly PackHistory[];
}

interface PackPhrase {
  readonly id: number;
  readonly kind: string;
  readonly title: string;
  readonly content: string;
}

/** The answer of `field.kit/pack`. */
export interface CheckPacksAnswer {
  readonly checks: readonly CheckPack[];
  /** Checks for which there was no room; the most urgent ones come first. */
  readonly left_out: number;
  readonly phrases: readonly PackPhrase[];
  /** Reasons that enterprises give for refusing a check. */
  readonly refusals: readonly { readonly value: string; readonly label: Text }[];
  /** Outlines of the papers that the visit ends with, by their name. */
  readonly templates: readonly { readonly name: Text; readonly lines: readonly Text[] }[];
}
