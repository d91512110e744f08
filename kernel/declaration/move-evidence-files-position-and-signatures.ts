import type { Text } from '../text/text.ts';

/**
 * What is attached to a move as proof: files, the position of the device, and signatures, each with the time on the
 * device. It is stored by the statement that makes the move, belongs to the move's entry in the timeline, and is never
 * changed.
 */
export interface MoveEvidence {
  /**
   * Pictures taken on the spot, or files of the types in `accept`. They are private: only people who see the row can
   * open them.
   */
  readonly files?: {
    /** Minimum number. Default: 0. */
    readonly min?: number;
    /** Maximum number. Default: 9. */
    readonly max?: number;
    readonly accept?: string;
  };
  /**
   * The position of the device, or a point chosen on the map if the device has none. Source and accuracy are stored
   * with it.
   */
  readonly place?: 'required' | 'optional';
  /** The people who sign, by role. A signature is drawn or typed. */
  readonly signatures?: Readonly<Record<string, RequestedSignature>>;
}

/** A signature that a move asks for, labelled with the role of the person who signs: 当事人. */
export interface RequestedSignature extends Text {
  readonly required?: true;
}
