import type { Reason, Refusal } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';

interface Details {
  code: number;
  status?: number;
  data?: unknown;
  requestId?: string;
  cancelled?: boolean;
  retryAfter?: number;
  unsent?: UnsentWrite;
}

/** A write that got no answer, with what is needed to send it again. */
export interface UnsentWrite {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** Error of a call that was not answered with code 1. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Code of the envelope; 0 without an envelope. */
  readonly code: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  readonly data: unknown;
  readonly reason?: Reason;
  /** Field → messages in the caller's language. */
  readonly errors?: Record<string, string[]>;
  readonly requestId?: string;
  /** Seconds after which an unavailable server wants to be called again. */
  readonly retryAfter?: number;
  /** The write, when it got no answer: it may be queued and sent again. */
  readonly unsent?: UnsentWrite;
  /** The call was cancelled on purpose, by its caller or by an identical call. Shown to nobody. */
  readonly cancelled: boolean;

  constructor(message: string, details: Details) {
    const { code, status = 0, data = null, requestId, cancelled = false, retryAfter, unsent } = details;
    super(message);
    this.code = code;
    this.status = status;
    this.data = data;
    this.cancelled = cancelled;
    const refusal = readRefusal(data);
    if (refusal.reason) this.reason = refusal.reason;
    if (refusal.errors) this.errors = refusal.errors as Record<string, string[]>;
    if (requestId) this.requestId = requestId;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    if (unsent) this.unsent = unsent;
  }
}

const readRefusal = (data: unknown): Refusal =>
  typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Refusal) : {};

/** True for calls cancelled on purpose. */
export const isCancelled = (error: unknown): boolean => error instanceof WireError && error.cancelled;

/** Nobody answered, or only a gateway: the outcome of the call is unknown. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof WireError && !error.cancelled && (error.status === 0 || error.status >= 502);
