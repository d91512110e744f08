import type { Text } from '../text/text.ts';

/**
 * What is attached to a move to prove it: files, where the device was, and signatures, each with the time on the device.
 * It is stored in the statement that makes the move, belongs to its entry in the timeline, and is never changed.
 */
export interface MoveEvidence {
  /** Pictures taken on the spot, or files of the types in `accept`. Private: whoever sees the row may open them. */
  readonly files?: {
    /** Minimum number. Default: 0. */
    readonly min?: number;
    /** Maximum number. Default: 9. */
    readonly max?: number;
    readonly accept?: string;
  };
  /** The position of the device, or a point on the map where it has none; stored with source and accuracy. */
  readonly place?: 'required' | 'optional';
  /** Who signs, by role. A signature is drawn, or a typed name. */
  readonly signatures?: Readonly<Record<string, RequestedSignature>>;
}

/** Somebody who signs for a move, by the name of the role: 当事人. */
export interface RequestedSignature extends Text {
  readonly required?: true;
}
