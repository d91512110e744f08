import type { EnglishValues } from '../field/bilingual-values.ts';
import type { FileOwner } from '../field/file-references.ts';
import type { KeyedAnswer } from '../statement/keyed-answer.ts';
import type { OperationLogLine } from '../statement/operation-log-line.ts';

/** One write as a call requests it. */
export interface WriteRequest {
  operation: 'add' | 'edit' | 'del' | 'move';
  /** Name of the move, of operation `move`. */
  move?: string | undefined;
  /** Step of a move with several approvers. Default: the next one. */
  step?: string | undefined;
  id?: number | undefined;
  /** Version the caller saw. A row changed since is refused. Default: any version. */
  version?: number | undefined;
  /** Fields of the form or of the move, in wire form, as the client sent them. */
  input: Readonly<Record<string, unknown>>;
  log?: OperationLogLine | undefined;
  /** The caller does not need the stored row: `row` of the result is empty, */
  unread?: boolean;
  /** and `shown` is missing. */
  unseen?: boolean;
  /** Idempotency key of the call, stored with its answer in the statement that stores the row. */
  keeps?: KeyedAnswer | undefined;
  /** Values set by the platform itself (imports, registration), in wire form. Trusted, except for files. */
  set?: Readonly<Record<string, unknown>>;
  /** English of the platform's own texts in `input`, by field: its reasons are stored in both languages. */
  english?: EnglishValues;
  /** A member adds an application, and so holds nothing of it yet. */
  applies?: true;
  /** Owner of the uploads that `set` may refer to, if the platform acts for somebody. */
  filesOf?: FileOwner;
  /** The row this one copies, made by the platform: files of the original may be used, whoever uploaded them. */
  copyOf?: Readonly<Record<string, unknown>>;
  /** Receives sentences in which hooks describe consequences of the write. */
  explained?: (sentence: string) => void;
  /** A trial: receives the values that would be stored; nothing is stored. */
  trial?: (values: Readonly<Record<string, unknown>>) => void;
}
