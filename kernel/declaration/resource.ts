import type { Text } from '../text/text.ts';
import type { RoleInRowOrOnlooker } from './account-types-and-member-role-names.ts';
import type { AmendmentRules } from './amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { CustomBatchActions } from './custom-batch-action.ts';
import type { DocumentExpiry } from './expiring-documents-of-row.ts';
import type { Fields, FieldValues } from './field.ts';
import type { RowVersionFieldsAndMoves } from './fields-and-moves-of-versioned-rows.ts';
import type { ScannableCodeFields } from './fields-that-open-row-when-scanned.ts';
import type { FilterByRelatedRows } from './filter-by-child-or-referring-rows.ts';
import type { Lifecycle, Moves } from './lifecycle.ts';
import type { Publication } from './publication-of-rows-without-sign-in.ts';
import type { RowRetention } from './retention-of-rows-in-days-or-months.ts';
import type { RowHeadingPart } from './row-heading-of-fields-and-texts.ts';
import type { StandardAction } from './standard-actions.ts';
import type { MaterialisedTotal, Measure } from './statistical-measure-and-materialised-total.ts';

/**
 * Which rows a caller sees: those in the caller's `area` (by prefix of the division code), those of the caller's
 * `department` and the ones below it, the caller's `own` rows, those whose `parent` row the caller may see, or `all`.
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
   * (`kernel/field/check-row-heading-declaration.ts`).
   */
  readonly heading?: readonly RowHeadingPart[];
  /**
   * What distinguishes rows with the same title in a picker: the owner, a licence, the last digits of a mobile number.
   */
  readonly subtitle?: readonly RowHeadingPart[];
  readonly scope: Scope;
  /**
   * With scope `all`, for rows that grant rights (groups, menu rules): only people who have all the rights that a row
   * grants see it. The value is the field with the keys of the granted menu rules, or `id` if the row is a menu rule
   * itself.
   */
  readonly grants?: 'id' | (keyof F & string);
  /**
   * With scope `area`, for the accounts of officers: the field with the references to the groups that grant their
   * rights. An officer sees the own account, and accounts whose groups all grant fewer rights than the officer has;
   * only the super administrator sees all. References to accounts with reach `area` or `all` still show the name.
   */
  readonly below?: keyof F & string;
  /**
   * Reference to the parent row (one resource, or one of several). With scope `parent` it decides area and owner. With
   * scope `area` the row has its own area and may have no parent; while it has one, those who hold the parent hold the
   * row too, as an agency's people hold the guides it registered.
   */
  readonly partOf?: keyof F & string;
  /**
   * With scope `parent`: area fields of the row itself (`field.area`, or references to `system/area`). The offices of
   * these areas see and handle the row too: a tour at its place of departure and at its destinations.
   */
  readonly alsoIn?: readonly (keyof F & string)[];
  /**
   * With scope `parent`: a reference (`by`) to another row of the parent's resource. While the row is in one of these
   * states (`in`), all people of that other row may see it as onlookers, with the rights of `members.onlooker`.
   * Example: the receiving agency sees the team of another agency once it is filed.
   */
  readonly seenBy?: { readonly by: keyof F & string; readonly in: readonly S[] };
  readonly fields: F;
  /**
   * Fields that the server fills when a row is added, depending on their kind: a `datetime` with the moment, a `date`
   * with the day, a reference to accounts with the person who adds the row. A reference to officers stays null if a
   * member or the platform adds the row, and one to members if an officer or the platform does.
   */
  readonly stamps?: readonly (keyof F & string)[];
  readonly life?: Lifecycle<S, M>;
  /**
   * The moves, and `add`, that are entered in the evidence chain of the row by the statement that stores them. Each
   * entry contains the hash of the previous one, so that later changes can be detected (`kernel/evidence-chain`).
   */
  readonly chained?: readonly ('add' | NoInfer<NameOf<M, S>>)[];
  /** How its rows are changed once they are on file (`kernel/lifecycle/fields-opened-by-amendment-rules.ts`). */
  readonly amendments?: AmendmentRules<keyof F & string, NoInfer<S>>;
  /**
   * Its rows are changed by new versions (`kernel/version/check-version-declaration.ts`). `versionedResource` declares it with
   * its states.
   */
  readonly versions?: RowVersionFieldsAndMoves<keyof F & string, NameOf<M, S>, NoInfer<S>>;
  /**
   * Events of its rows that hooks emit, in addition to the standard ones and those of its moves
   * (`kernel/resource/domain-events-of-resource.ts`).
   */
  readonly facts?: readonly E[];
  readonly sections?: Readonly<Record<string, Text>>;
  /** Actions offered. Default: all that apply. */
  readonly actions?: readonly StandardAction[];
  /** The columns of a list in their order, if it is not that of the declared fields: a log begins with the time. */
  readonly listed?: readonly string[];
  /**
   * Filters by what its child rows, or rows that refer to it, contain
   * (`kernel/resource/filters-by-child-or-referring-rows.ts`).
   */
  readonly filters?: Readonly<Record<string, FilterByRelatedRows>>;
  /** Default order of lists. */
  readonly order?: readonly [string, 'asc' | 'desc'];
  /** Rows have a manual order in `weigh`, changed by dragging. */
  readonly sortable?: boolean;
  /** Name of the `parent` field if rows form a tree. Lists then return the whole tree. */
  readonly tree?: keyof F & string;
  /**
   * The field with the owner of a row: a member (`user_id`), or with scope `own` an officer. If the field has `write:
   * 'server'`, whoever adds a row becomes its owner.
   */
  readonly owner?: keyof F & string;
  /**
   * The field with the officer who handles a row (`to: 'auth/admin'`, written by the server). Only officers who may
   * make one of the next moves can be assigned. They are notified in their inbox, and the row is included when they
   * hand over their work.
   */
  readonly handler?: keyof F & string;
  /** With scope `own`, if members have rows as well as officers: the field with the owning member. */
  readonly member?: keyof F & string;
  /**
   * `false`, with scope `own`: everybody has rows of this resource, so that no group has to grant it. Example: one's
   * own messages.
   */
  readonly granted?: false;
  /** Its list is not in the menu; other pages link to it. */
  readonly unlisted?: true;
  /** Instead of an owner: the child resource that names the members who hold a row, with `user_id` and `role`. */
  readonly people?: string;
  /** What members may do with the rows they hold, by role: actions, members' moves, and permission nodes of its own. */
  readonly members?: Readonly<
    Partial<Record<RoleInRowOrOnlooker, readonly (StandardAction | NameOf<M, S> | NoInfer<D>)[]>>
  >;
  /** Permission nodes in addition to those of its actions and moves. Fields refer to them (`reads`, `writes`). */
  readonly nodes?: Readonly<Record<D, Text>>;
  /** Actions on selected rows that its module implements by calls of its own. */
  readonly acts?: CustomBatchActions;
  /**
   * Its rows are copies of rows of other resources. A copy is visible to those who could see the source row; the copy's
   * `scope`, `department_id`, `owner_id` and `area_code` (or `areas`) decide this. `resource` and `row_id` identify the
   * source row; the column named by `whole` contains it as it was.
   */
  readonly copies?: { readonly whole?: string };
  /** Documents of its rows that expire on a day (`kernel/lifecycle/document-validity-by-expiry-date.ts`). */
  readonly ends?: DocumentExpiry<keyof F & string, NoInfer<S>>;
  /** Fields that open a row when their value is scanned or typed (`kernel/field/parse-scanned-code.ts`). */
  readonly codes?: ScannableCodeFields;
  /**
   * The switch that hides a row from lists, totals, figures, groups, exports and pickers. The row can still be found by
   * filtering by the switch, or by its key.
   */
  readonly archived?: keyof F & string;
  /**
   * `false`: its rows have no comments (`kernel/resource/comment-limits-and-rows-open-to-comments.ts`). Default: whoever sees a row that people write
   * may comment on it.
   */
  readonly comments?: false;
  /** Whether deleted rows are copied to the recycle log. Default: yes. */
  readonly recycle?: boolean;
  /**
   * How long rows are kept (`{ days: 180 }`). Older ones are removed every night. Rows that people write are deleted as
   * a person would delete them, with history and a copy in the recycle log.
   */
  readonly keep?: RowRetention | readonly RowRetention[];
  /** The part of its rows that everybody may read without signing in. */
  readonly published?: Publication<(keyof F & string) | 'status' | 'updatetime', NameOf<M, S>>;
  /** Statistical figures, shown above the list and available to reports and the wall. */
  readonly measures?: Readonly<Record<string, Measure>>;
  /**
   * Fields by which row counts are kept up to date with every write. Lists that are filtered by no other field then
   * have exact totals.
   */
  readonly countedBy?: readonly string[];
  /** Further totals that are kept up to date with every write, by name, for panels of the wall. */
  readonly materialisedTotals?: Readonly<Record<string, MaterialisedTotal>>;
  /** One sentence above the list. */
  readonly remark?: Text;
  /** What an empty list says, for logs, queues and bins. Default: “还没有” and the label. */
  readonly empty?: Text;
  /**
   * `false`: null is sent as '' for text and as 0 for numbers and moments, because BuildAdmin clients that read this
   * resource expect it. Exports and histories still show an empty value.
   */
  readonly nulls?: false;
}

/** Names of moves; `never` for a resource without a life cycle, where `keyof` would accept any name. */
type NameOf<M, S> = [S] extends [never] ? never : keyof M & string;

// biome-ignore lint/suspicious/noExplicitAny: a registry holds resources of every shape
export type AnyResource = Resource<string, Fields, any, any, any>;

/** The type of a row on the wire: the declared fields, the base columns, and the state if there is a life cycle. */
export type Row<R> =
  R extends Resource<string, infer F, infer S, infer _M, infer _E>
    ? FieldValues<F> & { id: number; version: number; createtime: number; updatetime: number } & ([S] extends [never]
          ? object
          : { status: S; due_at: number | null })
    : never;

/** Finds a declaration by name. Undefined: none is declared. */
export type FindResource = (name: string) => AnyResource | undefined;
