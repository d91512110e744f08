/** The envelope of every answer (wire contract §2.1). */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  /** Unix seconds; the 409 answer has none. */
  time?: number;
  data: T;
}

/** An answer that the client shows as an error. */
export class Refused extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor({ code, msg, data }: Envelope) {
    super(msg);
    this.code = code;
    this.data = data;
  }
}
