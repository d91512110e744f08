import type { Text } from '../text/text.ts';
import type { Amendments } from './amendment.ts';
import type { BatchActions } from './batch-action.ts';
import type { Expiry } from './expiry.ts';
import type { Fields, FieldValues } from './field.ts';
import type { HeadingPart } from './heading.ts';
import type { Lifecycle, Moves } from './lifecycle.ts';
import type { Measure } from './measure.ts';
import type { Standing } from './role.ts';
import type { RowFilter } from './row-filter.ts';
import type { ScanCodes } from './scan-code.ts';
import type { StandardAction } from './standard-actions.ts';

/**
 * Whose rows a caller sees: by area prefix, by department subtree, only those they own, those whose parent row they
 * may see, or all rows.
 */
export type Scope = 'area' | 'department' | 'own' | 'parent' | 'all';

export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  S extends string = string,
  M extends Moves<S> = Moves<S>,
  E extends string = string,
  D extends string = string,
> {
  /** `module/resource`: wire controller, permission path and route all come from it. */
  readonly name: N;
  /** Its table, where the name makes none: `user` is a word of SQL, and some tables are older than their resource. */
  readonly table?: string;
  readonly label: Text;
  /** Icon of menu and pages, by name of the icon set. */
  readonly icon?: string;
  /** The field that names a row in titles, references and timelines. */
  readonly title: keyof F & string;
  /** The field that does so for whoever reads English, in rows where it says something. */
  readonly titleEnglish?: keyof F & string;
  /** What people call a row, where its title is a number nobody says: shown wherever rows are named, the title second (`kernel/field/heading.ts`). */
  readonly heading?: readonly HeadingPart[];
  /** What tells rows of one name apart in a choice: whose it is, a licence, the end of a mobile. */
  readonly subtitle?: readonly HeadingPart[];
  readonly scope: Scope;
  /**
   * With scope `all`: rows grant something, and concern those alone who hold it. The field whose keys are the rules of the
   * menu a row grants; `id` where it is such a rule itself.
   */
  readonly grants?: 'id' | (keyof F & string);
  /**
   * With scope `area`, of officers' accounts: the references to what grants them their rights. Who is not super meets, beside
   * their own account, only those all of whose groups grant a true part of what they hold themselves. What refers to an
   * account by area, or to any (`reach`), still says who it is.
   */
  readonly below?: keyof F & string;
  /**
   * Reference to the row this one is part of, alone or as one of several; with scope `parent`, where it lies and whose it
   * is follows from that. With scope `area` it lies where it says itself and may be part of nothing: those who hold what
   * it is part of hold it meanwhile, as an agency's people the guides it registered.
   */
  readonly partOf?: keyof F & string;
  /**
   * With scope `parent`: areas of the row itself (`field.area`, or references to `system/area`) in which it is seen too, and
   * dealt with, whatever it is part of: a tour where it departs and where it leads.
   */
  readonly alsoIn?: readonly (keyof F & string)[];
  /**
   * With scope `parent`: a reference to another row like the one it is part of, whose people look on, in whatever role they
   * have there, while it is in one of these states: the agency that receives the team of another one, once it is filed.
   * What they may is said by `members.onlooker`.
   */
  readonly seenBy?: { readonly by: keyof F & string; readonly in: readonly S[] };
  readonly fields: F;
  readonly life?: Lifecycle<S, M>;
  /** How its rows are changed once they are on file (`kernel/lifecycle/amendment.ts`). */
  readonly amendments?: Amendments<keyof F & string, NoInfer<S>>;
  /** What is told of its rows besides what is told of all and by its moves (`kernel/resource/event.ts`). */
  readonly facts?: readonly E[];
  readonly sections?: Readonly<Record<string, Text>>;
  /** Actions offered; all that make sense unless told. */
  readonly actions?: readonly StandardAction[];
  /** Columns a list shows, in their order, where other than its declared fields: a log begins with the time. */
  readonly listed?: readonly string[];
  /** Filters by what rows of its lists say (`kernel/resource/row-filter.ts`). */
  readonly filters?: Readonly<Record<string, RowFilter>>;
  /** Default order of lists. */
  readonly order?: readonly [string, 'asc' | 'desc'];
  /** Rows keep an order of their own in `weigh`, changed by dragging. */
  readonly sortable?: boolean;
  /** Name of the `parent` field when rows form a tree; lists then answer the whole tree. */
  readonly tree?: keyof F & string;
  /** Field that holds whose a row is: a member (`user_id` of the member centre); with scope `own` an administrator. */
  readonly owner?: keyof F & string;
  /**
   * Field that names the officer who deals with a row (`to: 'auth/admin'`, written by the server): assigned to whoever may
   * do a step from where it is, told in their inbox, handed over with their work.
   */
  readonly handler?: keyof F & string;
  /** With scope `own`, where rows are members' as well: the field that holds whose of them a row is. */
  readonly member?: keyof F & string;
  /** `false`: with scope `own`, what everybody has of their own, so that no group grants it: one's messages. */
  readonly granted?: false;
  /** Instead of an owner: the resource that names the members who hold a row, part of this one, with `user_id` and `role`. */
  readonly people?: string;
  /** What members may do with the rows they hold, by role: actions, moves that are members', and nodes of its own. */
  readonly members?: Readonly<Partial<Record<Standing, readonly (StandardAction | NameOf<M, S> | NoInfer<D>)[]>>>;
  /** Permission nodes of its own, besides actions and moves: fields name them (`reads`, `writes`). */
  readonly nodes?: Readonly<Record<D, Text>>;
  /** What is done with chosen rows by calls of its module (`kernel/field/batch-action.ts`). */
  readonly acts?: BatchActions;
  /**
   * Rows are copies of rows of other resources: each is seen by whoever could see the row itself, by `scope`,
   * `department_id`, `owner_id` or `area_code` (or `areas`) of the copy. Which row it is say `resource` and `row_id`; `whole` is
   * the column that holds it as it was.
   */
  readonly copies?: { readonly whole?: string };
  /** Papers of its rows that end on a day (`kernel/lifecycle/expiry.ts`). */
  readonly ends?: Expiry<keyof F & string, NoInfer<S>>;
  /** What opens a row when it is scanned or typed (`kernel/field/scan-code.ts`). */
  readonly codes?: ScanCodes;
  /**
   * A switch that takes a row out of the list: whoever asks for it, or for the row by its key, finds it still. The total, the
   * figures, the groups, the sheets and what is chosen from leave it out likewise.
   */
  readonly archived?: keyof F & string;
  /** `false`: nobody talks about its rows (`kernel/resource/comment.ts`); whoever sees one that people write may, unless told. */
  readonly comments?: false;
  /** Whether deleted rows are always copied to the recycle log; yes unless told. */
  readonly recycle?: boolean;
  /** Figures the bureau goes by, drawn above the list and asked for by reports and the wall. */
  readonly measures?: Readonly<Record<string, Measure>>;
  /** Fields by which it is kept with every write how many rows there are: lists filtered by no others have exact totals. */
  readonly countedBy?: readonly string[];
  /** One sentence above the list. */
  readonly remark?: Text;
  /** Said where there is no row yet, unless “还没有” before the label says it: of a log, a queue, a bin. */
  readonly empty?: Text;
  /**
   * `false`: what is not set crosses the wire as '' where it is a word, as 0 where it is a number or a moment, because
   * clients of the family read this resource. In sheets and histories it stays nothing.
   */
  readonly nulls?: false;
}

/** Names of moves; none of a resource without a life, where `keyof` would take any. */
type NameOf<M, S> = [S] extends [never] ? never : keyof M & string;

// biome-ignore lint/suspicious/noExplicitAny: a registry holds resources of every shape
export type AnyResource = Resource<string, Fields, any, any, any>;

/** Wire type of a row: declared fields, the base columns, and the state where there is a life. */
export type Row<R> =
  R extends Resource<string, infer F, infer S, infer _M, infer _E>
    ? FieldValues<F> & { id: number; version: number; createtime: number; updatetime: number } & ([S] extends [never]
          ? object
          : { status: S; due_at: number | null })
    : never;

/** Finds a declaration by its name; undefined where nothing is declared by it. */
export type FindResource = (name: string) => AnyResource | undefined;
