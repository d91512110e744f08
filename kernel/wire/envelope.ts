import type { TimeUnit } from '../time/deadline.ts';
import type { PendingApproval } from './pending-approval.ts';

/** Response of every call: HTTP 200 with this envelope (wire contract §2.1). */
export interface Envelope<T = unknown> {
  code: number;
  msg: string;
  time: number;
  data: T;
}

export const wireCode = { ok: 1, refused: 0, redirect: 302, refresh: 409, forbidden: 401 } as const;

/** Machine-readable cause of a refusal, in `data.reason`. */
export type Reason =
  | 'invalid'
  | 'not_found'
  | 'stale_version'
  | 'count_changed'
  | 'bad_transition'
  | 'duplicate'
  | 'repeated'
  | 'forbidden'
  | 'too_frequent'
  | 'locked'
  | 'referenced'
  | 'captcha'
  | 'already_registered'
  | 'too_large'
  | 'parameter'
  | 'unavailable'
  | 'no_time_rule'
  | 'next_step'
  | 'second_factor'
  | 'confirm_first'
  | 'session_locked'
  | 'viewing'
  | 'estimated';

export interface Refusal {
  reason?: Reason;
  /** Field → messages in the caller's language. */
  errors?: Readonly<Record<string, readonly string[]>>;
  [more: string]: unknown;
}

/** A page of a list. `total_estimated`: the total is an estimate, because counting would be too expensive. */
export interface ListPage<R> {
  list: R[];
  total: number;
  total_estimated?: boolean;
  remark: string;
}

/** A time limit on a record. Moments are unix seconds. */
export interface ShownClock {
  /** Its name in the declaration. */
  readonly clock: string;
  /** Label of its deadline rule, and its article. */
  readonly rule: string;
  readonly article: string | null;
  readonly unit: TimeUnit;
  readonly status: 'running' | 'paused' | 'overdue' | 'done';
  readonly start_at: number;
  readonly due_at: number;
  readonly estimated: boolean;
  readonly done_at: number | null;
  /** The reason is shown to officers only. */
  readonly pauses: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly reason?: string | null;
    readonly document_no?: string | null;
  }[];
}

/** Properties that the server adds to every row it returns. */
export interface Presented {
  /** Moves this caller can make on this row now; for a move with several approvers its step, `revoke:confirm`. */
  _moves?: string[];
  /** On a record: moves that are currently impossible → index of the guard (`when`) with the reason. */
  _closed?: Readonly<Record<string, number>> | null;
  /** On an officer's record: a pending move with several approvers. */
  _approval?: PendingApproval | null;
  /** On a record: its time limits, the earliest first. */
  _clocks?: readonly ShownClock[];
  /** Standard row actions this caller may perform on this row now: edit, del, reveal, assign. */
  _actions?: string[];
  /** What people call it, if that is more than the title (`kernel/field/row-heading.ts`). */
  _heading?: string;
  /** In a picker: what distinguishes it from rows of the same name. */
  _subtitle?: string | null;
}
