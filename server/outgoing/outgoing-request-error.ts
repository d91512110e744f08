/** Why a request to another server failed. */
export type OutgoingReason =
  /** The address is not a public host by https, and the operator has not opened its network. */
  | 'closed'
  | 'unreachable'
  | 'timeout'
  /** The response is a redirect. */
  | 'redirected'
  | 'too_large'
  /** The response is compressed although that was not requested: a few bytes could become gigabytes. */
  | 'encoded';

export class OutgoingError extends Error {
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, options?: ErrorOptions) {
    super(`request to another server: ${reason}`, options);
    this.name = 'OutgoingError';
    this.reason = reason;
  }
}
