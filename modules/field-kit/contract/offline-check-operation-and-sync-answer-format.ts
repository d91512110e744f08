import type { operationKinds, operationOutcomes } from './field-operation-kind-outcome-and-oddity-options.ts';

/**
 * Version of the format in which operations are stored on phones. A phone may carry operations for a week while the
 * program changes: the server accepts the formats of `acceptedFormats`, and a phone that is ahead of the server waits.
 */
export const operationFormatVersion = 2;
export const acceptedFormats: readonly number[] = [1, 2];

export type OperationKind = keyof typeof operationKinds;
type OperationOutcome = keyof typeof operationOutcomes;

/** Where the phone was. */
export interface OperationPlace {
  readonly lng: number;
  readonly lat: number;
  /** Radius in metres. */
  readonly accuracy: number;
  /** Unix ms of the position. */
  readonly at: number;
  readonly altitude?: number;
  /** Metres per second. */
  readonly speed?: number;
}

/** A picture of an operation; its bytes are uploaded before the operation. */
export interface OperationPicture {
  /** SHA-256 of the reduced picture that is uploaded. */
  readonly sha256: string;
  /** SHA-256 of what the camera took. */
  readonly original: string;
  /** Unix ms at which the camera took it, as the file says. */
  readonly captured_at: number;
  readonly size: number;
}

export type AnswerCode = 'yes' | 'no' | 'not_applicable';
export type SignerRole = 'officer' | 'object' | 'witness';

export interface OperationContents {
  readonly accept: Readonly<Record<never, never>>;
  readonly scanIn: {
    /** The arrival code of the second officer. */
    readonly codes: readonly string[];
    readonly pictures: readonly OperationPicture[];
    /** Why the place is not that of the object. */
    readonly reason: string;
  };
  /** The officers have shown their credentials and explained rights and duties: with it, the record begins. */
  readonly record: {
    /** Ticked by an officer; the platform refuses the step without it. */
    readonly shown: boolean;
    /** Who receives the officers, if they say so. */
    readonly party: string;
    readonly post: string;
  };
  /** The whole answer: another one of the same item replaces it. */
  readonly answer: {
    /** Key of the check item. */
    readonly item: number;
    readonly answer: AnswerCode;
    /** Besides, of items that ask for a number, a choice or a text. */
    readonly value: string;
    readonly note: string;
    readonly pictures: readonly OperationPicture[];
  };
  readonly sign: {
    readonly role: SignerRole;
    readonly name: string;
    /** Key of the officer who signs. */
    readonly officer: number | null;
    /** Each line as `[x, y, x, y, …]` in a box of 900 by 300. */
    readonly strokes: readonly (readonly number[])[];
  };
  readonly refuse: {
    /** Option of the reasons that enterprises give. */
    readonly reason: string;
    readonly note: string;
    readonly pictures: readonly OperationPicture[];
  };
  readonly submit: {
    /** What was found, for the record. */
    readonly note: string;
    /** The party refuses to sign, and how that went. */
    readonly refused: boolean;
    readonly refusal: string;
  };
}

interface OperationFrame<K extends OperationKind> {
  readonly format: number;
  /** UUID of version 7. The server applies an operation once, however often it arrives. */
  readonly id: string;
  readonly check: number;
  /** Position among the operations of this phone on this check, from 1 without gaps. */
  readonly seq: number;
  /** Version of the check in the copy on the phone, as it was fetched. */
  readonly version: number;
  /** Key of the download of that copy; operations of format 1 lack it. */
  readonly fetch?: number;
  readonly kind: K;
  /** Unix ms of the phone's clock. */
  readonly at: number;
  /** Ms of a clock that nobody can set, since `run` began: two operations of one run tell a changed clock. */
  readonly monotonic: number;
  readonly run: string;
  readonly place: OperationPlace | null;
  readonly content: OperationContents[K];
}

export type OperationOf<K extends OperationKind> = OperationFrame<K>;
export type Operation = { readonly [K in OperationKind]: OperationFrame<K> }[OperationKind];

/** Pictures that an operation refers to. */
export const picturesOf = ({ content }: Pick<Operation, 'content'>): readonly OperationPicture[] =>
  'pictures' in content ? content.pictures : [];

/** The server's answer to one operation. */
export interface OperationResult {
  readonly id: string;
  readonly outcome: OperationOutcome;
  /** Of a refused one: `stale_version`, `bad_transition` and others, and the sentence for the officer. */
  readonly reason: string | null;
  readonly message: string | null;
  readonly flags: readonly string[];
}

/** Why the server took no decision about the operations that follow its results; the phone tries them again. */
export type PendingOperations = 'missing_file' | 'newer_format' | 'out_of_order' | 'no_pack' | 'malformed';

/** The answer to a batch of operations: results in their order, up to the first without a decision. */
export interface SyncAnswer {
  readonly results: readonly OperationResult[];
  readonly pending: PendingOperations | null;
}

/** Most operations of one batch. */
export const maxOperationsPerCall = 20;
