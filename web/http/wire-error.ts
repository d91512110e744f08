import type { Reason, Refusal } from '#kernel/wire/envelope.ts';

interface Details {
  code: number;
  status?: number;
  data?: unknown;
  requestId?: string;
  cancelled?: boolean;
  retryAfter?: number;
  unsent?: UnsentWrite;
}

/** A write that nobody answered, as it can be made once more. */
export interface UnsentWrite {
  readonly url: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** A call that did not answer with code 1. */
export class WireError extends Error {
  override readonly name = 'WireError';
  /** Code of the envelope; 0 when there was none. */
  readonly code: number;
  /** HTTP status; 0 when nothing answered. */
  readonly status: number;
  readonly data: unknown;
  readonly reason?: Reason;
  /** Field → messages in the caller's language. */
  readonly errors?: Record<string, string[]>;
  readonly requestId?: string;
  /** Seconds after which the server, which cannot answer now, asked to be asked again. */
  readonly retryAfter?: number;
  /** The write it was, where nothing answered: it may be kept and sent again. */
  readonly unsent?: UnsentWrite;
  /** The call was given up on purpose: by its caller, or because the same was asked again. Nothing to tell. */
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

/** True for calls given up on purpose. */
export const isCancelled = (error: unknown): boolean => error instanceof WireError && error.cancelled;

/** Nobody answered, or nobody but a gateway: it says nothing of what was asked. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof WireError && !error.cancelled && (error.status === 0 || error.status >= 502);
