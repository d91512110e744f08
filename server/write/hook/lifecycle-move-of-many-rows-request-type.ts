import type { AnyResource, Resource } from '#kernel/declaration/resource.ts';
import type { Sql } from '#server/db/sql.ts';
import type { ChangeRowsRequest, NewRowValues } from './change-rows-request-type.ts';

/** Names of the moves of `R`. */
export type MoveOf<R> =
  R extends Resource<string, infer _F, infer _S, infer M, infer _E>
    ? [M] extends [never]
      ? never
      : keyof M & string
    : never;

/**
 * A move of several rows that no person makes: because time has passed, or because of another write. Rows in other
 * states, and rows for which a guard of the move (`when`) does not hold, stay as they are. Hooks of the move do not
 * run, so that `set` has to contain what they would set.
 */
export interface RowMoveRequest<R extends AnyResource = AnyResource>
  extends Pick<ChangeRowsRequest<R>, 'english' | 'note' | 'noteEnglish'> {
  /** Condition on alias `t`. */
  readonly where: Sql;
  readonly move: MoveOf<R>;
  /** The new state, if the move can lead to several (`orTo`). */
  readonly to?: string;
  /**
   * Guards of the move are ignored, and `where` alone decides. For guards that only keep people from acting too early.
   */
  readonly ignoresGuards?: true;
  /** Input of the move in wire form, the same for all rows: noted in the history, and used by clocks and messages. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** Values of fields written with it, or expressions on alias `t`. */
  readonly set?: Omit<NewRowValues<R>, 'status'>;
}

/** Moves rows as a consequence of another write, on behalf of the platform. Returns their keys. */
export type CascadeMove = <R extends AnyResource>(
  resource: R,
  where: Sql,
  move: MoveOf<R>,
  more?: Omit<RowMoveRequest<R>, 'where' | 'move'>,
) => Promise<number[]>;
