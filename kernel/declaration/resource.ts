import type { Text } from '../text/text.ts';
import type { BatchActions } from './batch-action.ts';
import type { DocumentExpiry } from './document-expiry.ts';
import type { Fields, FieldValues } from './field.ts';
import type { Amendments } from './filed-row-amendment.ts';
import type { FilterByChildRows } from './filter-by-child-rows.ts';
import type { Lifecycle, Moves } from './lifecycle.ts';
import type { Measure } from './measure.ts';
import type { Publication } from './publication.ts';
import type { RowRetention } from './retention.ts';
import type { RoleInRowOrOnlooker } from './role-in-row.ts';
import type { HeadingPart } from './row-heading.ts';
import type { RowVersions } from './row-version.ts';
import type { ScannableCodeFields } from './scannable-code-fields.ts';
import type { StandardAction } from './standard-actions.ts';

/**
 * Which rows a caller sees: by area prefix, by department subtree, only the caller's own, those whose parent row the
 * caller may see, or all.
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
  /** `module/resource`. Wire controller, permission path and route are derived from it. */
  readonly name: N;
  /**
   * Its table, if it differs from the name: `user` is a reserved word of SQL, and some tables are older than their
   * resource.
   */
  readonly table?: string;
  readonly label: Text;
  /** Icon of menu and pages, by its name in the icon set. */
  readonly icon?: string;
  /** The field that names a row in titles, references and timelines. */
  readonly title: keyof F & string;
  /** The title for readers of English, in rows where it is filled. */
  readonly titleEnglish?: keyof F & string;
  /**
   * What people call a row whose title is a number nobody uses: shown wherever rows are named, with the title second
   * (`kernel/field/row-heading.ts`).
   */
  readonly heading?: readonly HeadingPart[];
  /** Distinguishes rows of one name in a picker: the owner, a licence, the last digits of a mobile number. */
  readonly subtitle?: readonly HeadingPart[];
  readonly scope: Scope;
  /**
   * With scope `all`: a row grants rights and is visible only to those who hold it. The field with the keys of the menu
   * rules it grants, or `id` if the row is such a rule itself.
   */
  readonly grants?: 'id' | (keyof F & string);
  /**
   * With scope `area`, of officers' accounts: the references to the groups that grant their rights. Officers other than
   * the super administrator see their own account and accounts all of whose groups grant a proper subset of their own
   * rights. References to accounts by area or with reach `all` still show the name.
   */
  readonly below?: keyof F & string;
  /**
   * Reference to the parent row (one resource, or one of several). With scope `parent` it decides area and owner. With
   * scope `area` the row has its own area and may have no parent; while it has one, those who hold the parent hold the
   * row too, as an agency's people hold the guides it registered.
   */
  readonly partOf?: keyof F & string;
  /**
   * With scope `parent`: area fields of the row itself (`field.area`, or references to `system/area`) whose offices
   * also see and handle it: a tour at its place of departure and at its destinations.
   */
  readonly alsoIn?: readonly (keyof F & string)[];
  /**
   * With scope `parent`: a reference to another row of the parent's resource, whose people may look on in any role
   * while the row is in one of these states: the receiving agency of another agency's team, once it is filed.
   * `members.onlooker` declares their rights.
   */
  readonly seenBy?: { readonly by: keyof F & string; readonly in: readonly S[] };
  readonly fields: F;
  /**
   * Fields that the server stamps when a row is added, by their kind: the moment (`datetime`), the day (`date`), or who
   * adds it (a reference to accounts of officers or of members; null if it is the other, or the platform).
   */
  readonly stamps?: readonly (keyof F & string)[];
  readonly life?: Lifecycle<S, M>;
  /**
   * Additions (`add`) and moves that are entered in the evidence chain of the row, in the statement that stores them:
   * each entry contains the hash of the one before, so that later changes are found (`kernel/chain`).
   */
  readonly chained?: readonly ('add' | NoInfer<NameOf<M, S>>)[];
  /** How its rows are changed once they are on file (`kernel/lifecycle/amendment.ts`). */
  readonly amendments?: Amendments<keyof F & string, NoInfer<S>>;
  /** Its rows are changed by new versions (`kernel/version/row-versions.ts`). `versionedResource` declares it with its states. */
  readonly versions?: RowVersions<keyof F & string, NameOf<M, S>, NoInfer<S>>;
  /** Events of its rows, besides the standard ones and those of its moves (`kernel/resource/event.ts`). */
  readonly facts?: readonly E[];
  readonly sections?: Readonly<Record<string, Text>>;
  /** Actions offered. Default: all that apply. */
  readonly actions?: readonly StandardAction[];
  /** Columns of a list in order, if they differ from its declared fields: a log begins with the time. */
  readonly listed?: readonly string[];
  /** Filters on the rows of its lists (`kernel/resource/filter-by-child-rows.ts`). */
  readonly filters?: Readonly<Record<string, FilterByChildRows>>;
  /** Default order of lists. */
  readonly order?: readonly [string, 'asc' | 'desc'];
  /** Rows have a manual order in `weigh`, changed by dragging. */
  readonly sortable?: boolean;
  /** Name of the `parent` field if rows form a tree. Lists then return the whole tree. */
  readonly tree?: keyof F & string;
  /**
   * Field with the owner of a row: a member (`user_id` of the member centre), or with scope `own` an administrator. Who
   * adds a row is its owner, if the server writes the field.
   */
  readonly owner?: keyof F & string;
  /**
   * Field with the officer who handles a row (`to: 'auth/admin'`, written by the server). Only officers who may do one
   * of the next steps can be assigned; they are notified in their inbox, and the row is handed over with the rest of
   * their work.
   */
  readonly handler?: keyof F & string;
  /** With scope `own`, if members have such rows too: the field with the owning member. */
  readonly member?: keyof F & string;
  /** `false`, with scope `own`: everybody has such rows, so no group grants it. Example: one's own messages. */
  readonly granted?: false;
  /** Instead of an owner: the child resource that names the members who hold a row, with `user_id` and `role`. */
  readonly people?: string;
  /** What members may do with the rows they hold, by role: actions, members' moves, and permission nodes of its own. */
  readonly members?: Readonly<
    Partial<Record<RoleInRowOrOnlooker, readonly (StandardAction | NameOf<M, S> | NoInfer<D>)[]>>
  >;
  /** Permission nodes of its own besides actions and moves; fields refer to them (`reads`, `writes`). */
  readonly nodes?: Readonly<Record<D, Text>>;
  /** Actions on selected rows through calls of its module (`kernel/field/check-batch-actions.ts`). */
  readonly acts?: BatchActions;
  /**
   * Rows are copies of rows of other resources. A copy is visible to those who could see the source row, decided by the
   * copy's `scope`, `department_id`, `owner_id` or `area_code` (or `areas`). `resource` and `row_id` identify the
   * source; column `whole` holds it as it was.
   */
  readonly copies?: { readonly whole?: string };
  /** Documents of its rows that expire on a day (`kernel/lifecycle/document-expiry.ts`). */
  readonly ends?: DocumentExpiry<keyof F & string, NoInfer<S>>;
  /** Fields that open a row when their value is scanned or typed (`kernel/field/scanned-code.ts`). */
  readonly codes?: ScannableCodeFields;
  /**
   * A switch that hides a row from lists, totals, figures, groups, exports and pickers. It can still be found with a
   * filter on the switch or by its key.
   */
  readonly archived?: keyof F & string;
  /**
   * `false`: its rows have no comments (`kernel/resource/comment.ts`). Default: whoever sees a row that people write
   * may comment on it.
   */
  readonly comments?: false;
  /** Whether deleted rows are copied to the recycle log. Default: always. */
  readonly recycle?: boolean;
  /**
   * How long rows are kept (`{ days: 180 }`): older ones are removed every night. Rows that people write are deleted
   * with history and copy, as if somebody deleted them.
   */
  readonly keep?: RowRetention | readonly RowRetention[];
  /** What of its rows everybody may read without signing in. */
  readonly published?: Publication<(keyof F & string) | 'status' | 'updatetime', NameOf<M, S>>;
  /** Figures of the bureau, shown above the list and available to reports and the wall. */
  readonly measures?: Readonly<Record<string, Measure>>;
  /** Fields by which row counts are maintained with every write: lists filtered by no other field have exact totals. */
  readonly countedBy?: readonly string[];
  /** One sentence above the list. */
  readonly remark?: Text;
  /** Text of an empty list, for logs, queues and bins. Default: “还没有” and the label. */
  readonly empty?: Text;
  /**
   * `false`: empty values are sent as '' for text and 0 for numbers and moments, because clients of the family read
   * this resource. They stay empty in exports and histories.
   */
  readonly nulls?: false;
}

/** Names of moves; `never` for a resource without a life cycle, where `keyof` would accept any name. */
type NameOf<M, S> = [S] extends [never] ? never : keyof M & string;

// biome-ignore lint/suspicious/noExplicitAny: a registry holds resources of every shape
export type AnyResource = Resource<string, Fields, any, any, any>;

/** Wire type of a row: declared fields, the base columns, and the state if it has a life cycle. */
export type Row<R> =
  R extends Resource<string, infer F, infer S, infer _M, infer _E>
    ? FieldValues<F> & { id: number; version: number; createtime: number; updatetime: number } & ([S] extends [never]
          ? object
          : { status: S; due_at: number | null })
    : never;

/** Finds a declaration by name. Undefined: none is declared. */
export type FindResource = (name: string) => AnyResource | undefined;
