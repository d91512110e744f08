/** Why a request to another server came to nothing. */
export type OutgoingReason =
  /** The address is none of a public host by https, and the operator has not opened its network. */
  | 'closed'
  | 'unreachable'
  | 'timeout'
  /** It leads elsewhere, which nobody has set. */
  | 'redirected'
  | 'too_large'
  /** It is compressed although nobody asked for that: a few bytes could be gigabytes. */
  | 'encoded';

export class OutgoingError extends Error {
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, options?: ErrorOptions) {
    super(`request to another server: ${reason}`, options);
    this.name = 'OutgoingError';
    this.reason = reason;
  }
}
