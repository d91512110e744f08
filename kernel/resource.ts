import { type Amendments, checkAmendments } from './amendment.ts';
import { type BatchActions, checkBatchActions } from './batch-action.ts';
import { checkProposals, hasProposals, pendingField, withProposedInputs } from './change-request.ts';
import { checkClocks } from './clock.ts';
import { checkMarks, correctionFields, hasMarks, withMarkInputs } from './correction.ts';
import { checkFacts } from './event.ts';
import { checkExpiry, type Expiry } from './expiry.ts';
import { type Field, type Fields, type FieldValues, field, kindOf, namesOneOf } from './field.ts';
import { checkFieldVisibility } from './field-visibility.ts';
import { checkGuard } from './guard.ts';
import { assignNode, checkHandler } from './handler.ts';
import { checkHeading, type HeadingPart } from './heading.ts';
import { refuseAddressField } from './kind/place.ts';
import { isReference } from './kind/reference.ts';
import type { Lifecycle, Move, Moves, State, Step } from './lifecycle.ts';
import { checkMeasures, type Measure } from './measure.ts';
import type { Standing } from './member-role.ts';
import { checkOptionConditions } from './option-condition.ts';
import type { RowFilter } from './row-filter.ts';
import { checkRowScope } from './row-scope.ts';
import { checkScanCodes, type ScanCodes } from './scan-code.ts';
import { actionLabels, type StandardAction, standardActions } from './standard-actions.ts';
import { type Text, text } from './text.ts';
import { checkTitles } from './title.ts';
import { fieldsNamedInRule } from './writable-fields.ts';

/**
 * Whose rows a caller sees: by area prefix, by department subtree, only those they own, those whose parent row they
 * may see, or all rows.
 */
export type Scope = 'area' | 'department' | 'own' | 'parent' | 'all';

/** Standard actions a declaration can give to members. */
const memberActions: readonly string[] = ['index', 'add', 'edit', 'del', 'export', 'import'];

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
  /** What people call a row, where its title is a number nobody says: shown wherever rows are named, the title second (`kernel/heading.ts`). */
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
  /** How its rows are changed once they are on file (`kernel/amendment.ts`). */
  readonly amendments?: Amendments<keyof F & string, NoInfer<S>>;
  /** What is told of its rows besides what is told of all and by its moves (`kernel/event.ts`). */
  readonly facts?: readonly E[];
  readonly sections?: Readonly<Record<string, Text>>;
  /** Actions offered; all that make sense unless told. */
  readonly actions?: readonly StandardAction[];
  /** Columns a list shows, in their order, where other than its declared fields: a log begins with the time. */
  readonly listed?: readonly string[];
  /** Filters by what rows of its lists say (`kernel/row-filter.ts`). */
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
  /** What is done with chosen rows by calls of its module (`kernel/batch-action.ts`). */
  readonly acts?: BatchActions;
  /**
   * Rows are copies of rows of other resources: each is seen by whoever could see the row itself, by `scope`,
   * `department_id`, `owner_id` or `area_code` (or `areas`) of the copy. Which row it is say `resource` and `row_id`; `whole` is
   * the column that holds it as it was.
   */
  readonly copies?: { readonly whole?: string };
  /** Papers of its rows that end on a day (`kernel/expiry.ts`). */
  readonly ends?: Expiry<keyof F & string, NoInfer<S>>;
  /** What opens a row when it is scanned or typed (`kernel/scan-code.ts`). */
  readonly codes?: ScanCodes;
  /**
   * A switch that takes a row out of the list: whoever asks for it, or for the row by its key, finds it still. The total, the
   * figures, the groups, the sheets and what is chosen from leave it out likewise.
   */
  readonly archived?: keyof F & string;
  /** `false`: nobody talks about its rows (`kernel/comment.ts`); whoever sees one that people write may, unless told. */
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

/** Columns every table of a declared resource has, as they cross the wire. */
export const baseFields = {
  id: field.integer(text('编号', 'ID'), { key: true, write: 'server', list: 'offered' }),
  createtime: field.datetime(text('创建时间', 'Created at'), { write: 'server', list: 'offered' }),
  updatetime: field.datetime(text('修改时间', 'Updated at'), { write: 'server', list: 'offered' }),
  version: field.integer(text('版本', 'Version'), { write: 'server', list: 'never', filter: false }),
} as const;

/** Columns a resource with a life has besides. Where no clock runs no list shows the limit: it is always empty. */
const dueLabel = text('办理期限', 'Due');
const lifeFields = { due_at: field.datetime(dueLabel, { write: 'server' }) } as const;
const limitless = { due_at: field.datetime(dueLabel, { write: 'server', list: 'never' }) } as const;

/** Columns a resource with clocks has besides. */
export const clockFields = {
  due_unit: field.text(text('期限单位', 'Unit'), { write: 'server', list: 'never', filter: false }),
} as const;

/** Declares a resource. Everything else is derived from it. */
export function resource<
  const N extends string,
  const F extends Fields,
  const S extends string = never,
  const M extends Moves<S> = never,
  const E extends string = never,
  const D extends string = never,
>(declared: Resource<N, F, S, M, E, D>): Resource<N, F, S, M, E, D> {
  if (!/^[a-z]\w*\/[a-z]\w*$/i.test(declared.name))
    throw new Error(`resource name ${declared.name}: module/resource expected`);
  if (declared.table !== undefined && !/^[a-z]\w*$/.test(declared.table))
    throw new Error(`${declared.name}: ${declared.table} is no name of a table`);
  for (const [name, one] of Object.entries<Field>(declared.fields)) {
    if (one.search && one.privacy)
      throw new Error(`${declared.name}.${name}: personal data cannot be searched by text`);
    if (kindOf(one).compact && one.privacy)
      throw new Error(`${declared.name}.${name}: is compared by its letters and digits, which are personal data here`);
    if (kindOf(one).secret && one.privacy !== 'hidden')
      throw new Error(`${declared.name}.${name}: a password is hidden from everybody`);
    if (one.section && !declared.sections?.[one.section])
      throw new Error(`${declared.name}.${name}: no section ${one.section}`);
    if (one.through && (one.through !== declared.partOf || one.privacy || one.search || one.unique || one.required))
      throw new Error(`${declared.name}.${name}: reads what ${declared.partOf ?? 'no row above'} says, and no more`);
    if (one.requiredWhen?.by !== undefined && !Object.hasOwn(declared.fields, one.requiredWhen.by))
      throw new Error(`${declared.name}.${name}: required by ${one.requiredWhen.by}, which is no field`);
    if (one.requiredWhen && (one.required || one.write === 'server'))
      throw new Error(`${declared.name}.${name}: required in some cases, and always or by nobody`);
    if (one.asked && (one.required || !Object.hasOwn(declared.fields, one.asked.by)))
      throw new Error(`${declared.name}.${name}: asked for by ${one.asked.by}, which is no field, or always needed`);
    refuseAddressField(declared.fields, one, `${declared.name}.${name}`);
  }
  const part = declared.partOf === undefined ? undefined : (declared.fields[declared.partOf] as Field | undefined);
  if (
    declared.partOf !== undefined &&
    (!part ||
      !(isReference(part) || namesOneOf(part)) ||
      !(part.required || part.write === 'server' || declared.scope === 'area'))
  )
    throw new Error(`${declared.name}: partOf ${declared.partOf} is no reference every row has`);
  if (declared.scope === 'parent' && !part) throw new Error(`${declared.name}: scope parent needs partOf`);
  checkRowScope(declared);
  for (const name of declared.listed ?? [])
    if (!Object.hasOwn(allFields(declared), name)) throw new Error(`${declared.name}: no column ${name} to list`);
  for (const [name, state] of Object.entries<State>(declared.life?.states ?? {})) {
    const unknown = fieldsNamedInRule(state).find((one) => !Object.hasOwn(declared.fields, one));
    if (unknown) throw new Error(`${declared.name}: state ${name} speaks of ${unknown}, which is not a field`);
  }
  checkBatchActions(declared.name, declared.acts ?? {}, allFields(declared), [
    ...standardActions,
    ...Object.keys(declared.life?.moves ?? {}),
    ...Object.keys(declared.nodes ?? {}),
    assignNode[0],
  ]);
  if ((declared.member !== undefined || declared.granted === false) && declared.scope !== 'own')
    throw new Error(`${declared.name}: only rows of one's own are members' beside officers', or everybody's`);
  checkHandler(declared);
  checkFacts(declared);
  checkExpiry(declared, declared.fields);
  checkScanCodes(declared.name, declared.codes ?? {}, declared.fields);
  checkClocks(declared);
  checkAmendments(declared);
  checkOptionConditions(declared.name, allFields(declared));
  for (const [name, move] of Object.entries<Move>(declared.life?.moves ?? {})) {
    for (const guard of move.when ?? []) checkGuard(guard, allFields(declared));
    const locked = move.locks === undefined ? undefined : (declared.fields[move.locks] as Field | undefined);
    if (move.locks !== undefined && !(locked && isReference(locked)))
      throw new Error(`${declared.name}: ${name} locks ${move.locks}, which refers to no row`);
  }
  checkMeasures(declared, allFields(declared));
  for (const name of Object.values(declared.members ?? {}).flat() as string[]) {
    const move = (declared.life?.moves as Readonly<Record<string, Move>> | undefined)?.[name];
    if (Object.hasOwn(declared.nodes ?? {}, name)) continue;
    if (move ? !move.by?.includes('member') : !memberActions.includes(name))
      throw new Error(`${declared.name}: ${name} is nothing members do`);
  }
  checkTitles(declared);
  for (const [name, one] of Object.entries<Field>(declared.fields))
    if (one.retold && (!declared.copies || one.write !== 'server'))
      throw new Error(`${declared.name}.${name}: retells no row, for it is no copy of one`);
  checkHeading(declared, allFields(declared));
  checkFieldVisibility(
    declared,
    nodesOf(declared).map(({ action }) => action),
  );
  let { life } = declared;
  if (!life) return declared;
  checkMarks(declared.name, life, declared.fields);
  if (hasMarks(life)) life = withMarkInputs(life);
  if (!hasProposals(life)) return life === declared.life ? declared : { ...declared, life };
  checkProposals(declared.name, life, declared.fields);
  return { ...declared, life: withProposedInputs(life, declared.fields) };
}

/** Wire type of a row: declared fields, the base columns, and the state where there is a life. */
export type Row<R> =
  R extends Resource<string, infer F, infer S, infer _M, infer _E>
    ? FieldValues<F> & { id: number; version: number; createtime: number; updatetime: number } & ([S] extends [never]
          ? object
          : { status: S; due_at: number | null })
    : never;

/** Every column of a resource that can cross the wire, in order: id, declared, state, base. */
export function allFields(one: AnyResource): Fields {
  let fields = completeFields.get(one);
  if (!fields) {
    const { id, ...base } = baseFields;
    fields = {
      id,
      ...one.fields,
      ...(one.life
        ? {
            ...(hasProposals(one.life) ? { pending: pendingField } : {}),
            ...(hasMarks(one.life) ? correctionFields : {}),
            status: statusField(one.life),
            ...(one.life.clocks ? { ...lifeFields, ...clockFields } : limitless),
          }
        : {}),
      ...(one.sortable ? { weigh: weighField } : {}),
      ...base,
    };
    completeFields.set(one, fields);
  }
  return fields;
}

/** Put together once per declaration: every list call asks several times. */
const completeFields = new WeakMap<AnyResource, Fields>();

/** The columns a list shows until somebody chooses others: of screens and of exports. */
export function listedColumns(one: AnyResource): readonly string[] {
  if (one.listed) return one.listed;
  return Object.entries(allFields(one)).flatMap(([name, each]) => ((each.list ?? 'shown') === 'shown' ? [name] : []));
}

const weighField = field.integer(text('排序', 'Order'), { write: 'server', list: 'offered' });

const statusFields = new WeakMap<object, Field>();

/** The state of a life as a field: a select whose options are the states; written by moves alone. */
export function statusField(life: Lifecycle): Field {
  let one = statusFields.get(life);
  if (!one) {
    one = field.select(text('状态', 'Status'), { options: life.states, write: 'server' });
    statusFields.set(life, one);
  }
  return one;
}

/** Table of a resource: `enterprise/licence` → `enterprise_licence`, `enterprise/enterprise` → `enterprise`. */
export function tableOf(one: Pick<AnyResource, 'name' | 'table'>): string {
  if (one.table !== undefined) return one.table;
  const [area, name] = one.name.split('/').map(snake) as [string, string];
  return area === name ? name : `${area}_${name}`;
}

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Wire controller of a resource as clients write it: `enterprise/licence` → `enterprise.licence`. */
export const controllerOf = (one: Pick<AnyResource, 'name'>) => one.name.replace('/', '.');

/** The field by which members own rows, if they do: administrators and members are numbered apart. */
export const memberOwner = (one: AnyResource): string | undefined => (one.scope === 'own' ? one.member : one.owner);

/** The standard actions a resource offers. */
export function actionsOf(one: AnyResource): readonly StandardAction[] {
  if (one.actions) return one.actions;
  const masked = Object.values<Field>(one.fields).some((each) => each.privacy === 'masked');
  return standardActions.filter((action) =>
    action === 'sortable'
      ? Boolean(one.sortable)
      : action === 'reveal'
        ? masked
        : action === 'import'
          ? !one.tree
          : true,
  );
}

/** Permission nodes of a resource: actions, moves, steps of moves and its own, each `<name>/<action>` with its label. */
export function nodesOf(one: AnyResource): { node: string; action: string; label: Text }[] {
  if (one.granted === false) return [];
  const nodes = actionsOf(one).map((action) => ({
    node: `${one.name}/${action}`,
    action: action as string,
    label: actionLabels[action],
  }));
  for (const [name, move] of Object.entries(one.life?.moves ?? {}) as [
    string,
    { label: Text; by?: readonly string[]; steps?: readonly Step[] },
  ][]) {
    if (move.by && !move.by.includes('admin')) continue;
    if (move.steps)
      for (const step of move.steps)
        nodes.push({ node: `${one.name}/${name}:${step.name}`, action: `${name}:${step.name}`, label: step.label });
    else nodes.push({ node: `${one.name}/${name}`, action: name, label: move.label });
  }
  const acts = Object.entries(one.acts ?? {}).map(([name, { label }]) => [name, label] as const);
  const assigning = one.handler === undefined ? [] : [assignNode];
  for (const [name, label] of [...assigning, ...acts, ...Object.entries<Text>(one.nodes ?? {})])
    nodes.push({ node: `${one.name}/${name}`, action: name, label });
  return nodes;
}

/** The relation object that goes with a reference: `enterprise_id` → `enterprise`, `area_code` → `area`. */
export const relationOf = (name: string) =>
  name.replace(/_(id|code)$/, '') === name ? `${name}_row` : name.replace(/_(id|code)$/, '');
