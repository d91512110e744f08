import type { Approval } from '../declaration/approval.ts';
import type { TimeUnit } from '../time/deadline.ts';

/** Answer of every call: HTTP 200, this envelope (wire contract §2.1). */
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

/** A page of a list. `total_estimated` marks a total too dear to count exactly. */
export interface ListPage<R> {
  list: R[];
  total: number;
  total_estimated?: boolean;
  remark: string;
}

/** A time limit of a row, as its record shows it. Moments are unix seconds. */
export interface ShownClock {
  /** Its name in the declaration. */
  readonly clock: string;
  /** What its time rule is called, and the article that sets it. */
  readonly rule: string;
  readonly article: string | null;
  readonly unit: TimeUnit;
  readonly status: 'running' | 'paused' | 'overdue' | 'done';
  readonly start_at: number;
  readonly due_at: number;
  readonly estimated: boolean;
  readonly done_at: number | null;
  /** Why is told to officers alone. */
  readonly pauses: readonly {
    readonly from: number;
    readonly to: number | null;
    readonly reason?: string | null;
    readonly document_no?: string | null;
  }[];
}

/** What the server adds to every presented row. */
export interface Presented {
  /** What this caller is offered on this row now: moves, and of a move with several approvers its step, `revoke:confirm`. */
  _moves?: string[];
  /** On a record, moves that would be offered and are not possible now: move → place of the guard (`when`) that says why. */
  _closed?: Readonly<Record<string, number>> | null;
  /** A move of several approvers under way, on the record of an officer. */
  _approval?: Approval | null;
  /** On a record that was read, its time limits: those that run first. */
  _clocks?: readonly ShownClock[];
  /** Standard row actions this caller may take on this row now: edit, del, reveal, assign. */
  _actions?: string[];
  /** What people call it, where that is not its title alone (`kernel/field/heading.ts`). */
  _heading?: string;
  /** Of a row to choose: what tells it from others of that name. */
  _subtitle?: string | null;
}
