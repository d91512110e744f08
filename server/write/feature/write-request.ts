import type { EnglishValues } from '../field/english-column-values-of-bilingual-text.ts';
import type { FileOwner } from '../field/uploaded-files-usable-by-writer.ts';
import type { OperationLogLine } from '../statement/operation-log-line.ts';
import type { IdempotentAnswer } from '../statement/store-answer-under-idempotency-key.ts';

/** One write, as it is requested. */
export interface WriteRequest {
  operation: 'add' | 'edit' | 'del' | 'move';
  /** Name of the move, of operation `move`. */
  move?: string | undefined;
  /** Step of a move with several approvers. Default: the next one. */
  step?: string | undefined;
  id?: number | undefined;
  /** The version that the caller saw. If the row has changed since then, the write is refused. Default: any version. */
  version?: number | undefined;
  /** Fields of the form or of the move, in wire form, as the client sent them. */
  input: Readonly<Record<string, unknown>>;
  log?: OperationLogLine | undefined;
  /** The caller does not need the stored row: `row` of the result is empty, */
  unread?: boolean;
  /** and `shown` is missing. */
  unseen?: boolean;
  /** The idempotency key of the call. It is stored with the response by the statement that stores the row. */
  keeps?: IdempotentAnswer | undefined;
  /** Values set by the platform itself (imports, registration), in wire form. Trusted, except for files. */
  set?: Readonly<Record<string, unknown>>;
  /**
   * The English version of texts in `input` that the platform wrote, by field. Reasons are stored in both languages.
   */
  english?: EnglishValues;
  /** A member adds an application, and therefore holds no row with which it could be connected. */
  applies?: true;
  /** The account whose uploads `set` may refer to, if the platform acts for somebody. */
  filesOf?: FileOwner;
  /** The row that the platform copies. Its files may be used, whoever uploaded them. */
  copyOf?: Readonly<Record<string, unknown>>;
  /**
   * The transaction is one that its caller repeats after a conflict (`rehearse`), so the row is locked as late as by a write
   * of its own. Default: a write within a transaction locks its row first.
   */
  repeatable?: boolean;
  /** Called with sentences in which hooks describe the consequences of the write. */
  explained?: (sentence: string) => void;
  /** A trial: called with the values that would be stored, and whether hooks would do more than set them. Nothing is stored. */
  trial?: (values: Readonly<Record<string, unknown>>, doesMore: boolean) => void;
}
