import {
  memberRoleNamesWithOnlooker,
  type RoleInRowOrOnlooker,
} from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import {
  type ByteString,
  byteStringOfCharacters,
  charactersOfByteString,
  decodeByteString,
  encodeByteString,
  joinByteStrings,
} from '#server/utf8-byte-string.ts';
import { cachePerResourceDeclaration, getOrCreate } from '../../get-or-create-and-cache-per-resource-declaration.ts';
import { withFieldsVisibleToCaller } from '../scope/declaration-with-fields-visible-to-caller.ts';
import { officeLevelOfCaller } from '../scope/office-level-of-caller.ts';
import { withCallerKey } from '../scope/rows-and-fields-readable-by-member-sql.ts';
import { guardedMoves, indexOfUnmetGuard, inStates, offeredNamesOfMove } from './actions-excluded-by-guards.ts';
import { actionsExcludedBySeparation } from './actions-excluded-by-separation-of-duties.ts';
import {
  grantedActionsByState,
  noApprovalStepOpen,
  pendingApprovalColumn,
  roleDecidingActions,
} from './available-action-columns.ts';
import { movesExcludedByPendingOrMissingChangeRequest } from './moves-excluded-by-pending-or-missing-change-request.ts';
import { presentClocks, selectClocks } from './select-and-present-deadline-clocks.ts';

/**
 * Computes the actions available on a row and, for a record, its clocks in this process instead of in SQL. In SQL, as
 * in the answer of a write (`available-action-columns.ts`), this is the most expensive part of reading a row, and a
 * third of reading a list, because what is granted in each state is sent with every call and parsed there. The
 * statement therefore selects only what depends on the row (state, which guards hold, which moves are withheld from the
 * caller, stored clocks), and everything else is derived here.
 */
export interface AvailableActionsAndClocks {
  /** The last columns of the select list over alias `t`. */
  readonly columns: Sql;
  /** Replaces these columns in a row's JSON. */
  present(row: ByteString): ByteString;
  /** Replaces them in a list of rows, most of which have the same facts. */
  presentAll(list: ByteString): ByteString;
}

/** The selected columns, which stand under these names and in this order at the end of the row's JSON. */
interface StoredFacts {
  readonly _state: string | null;
  readonly _role?: RoleInRowOrOnlooker | null;
  /** The steps of a proposed move that the caller may take, as `offered_moves` returns them. */
  readonly _open?: string[] | null;
  /** For each excluder in this state, in order: the index of the guard that applies, or null. */
  readonly _places?: readonly (number | null)[] | null;
  readonly _selected?: Parameters<typeof presentClocks>[0];
}
/**
 * With this text the facts begin in the row's JSON. It cannot occur elsewhere: quotes within strings are escaped, and
 * PostgreSQL writes the JSON values of fields with spaces.
 */
const begin = ',"_state":';

const composed = cachePerResourceDeclaration<AvailableActionsAndClocks>(500);
/** Maximum number of different facts that are cached. */
const maxCached = 200;

/**
 * The columns to select for a caller, and the function that presents them. They are composed once for each caller and
 * day.
 */
export function computeAvailableActionsAndClocks(
  declared: AnyResource,
  caller: Caller,
  view: 'record' | 'list',
  find: FindResource,
): AvailableActionsAndClocks {
  const resource = withFieldsVisibleToCaller(declared, caller, find);
  const key = `${view} ${caller.type} ${caller.id} ${shanghaiToday()} ${officeLevelOfCaller(caller)} ${caller.grantKey} ${caller.locale}`;
  return composed(find, resource, key, () => compose(resource, declared, caller, view, find));
}

/** Removes actions from those available in some states. */
interface Excluder {
  readonly offers: readonly string[];
  readonly states: readonly string[];
  /** SQL on alias `t`: the index of the guard that applies; null if none does. */
  readonly place: Sql;
  /** Whether the move is still shown, as prevented and with the reason. */
  readonly isGuard: boolean;
}

function excludersOf(resource: AnyResource, caller: Caller, find: FindResource): Excluder[] {
  return [
    ...guardedMoves(resource).map(([name, move]) => ({
      offers: offeredNamesOfMove(name, move),
      states: move.from,
      place: indexOfUnmetGuard(resource, move.when),
      isGuard: true,
    })),
    ...[
      ...actionsExcludedBySeparation(resource, caller, find),
      ...movesExcludedByPendingOrMissingChangeRequest(resource),
    ].map(({ offer, states, where }) => ({
      offers: [offer],
      states,
      place: sql`case when ${where} then 0 end`,
      isGuard: false,
    })),
  ];
}

/** The results of the excluders for the row's state only; most states have few. */
function selectPlaces(excluders: readonly Excluder[]): Sql {
  const alike = new Map<string, { states: string[]; here: readonly Excluder[] }>();
  for (const state of new Set(excluders.flatMap(({ states }) => states))) {
    const here = excluders.filter(({ states }) => states.includes(state));
    getOrCreate(alike, here.map((one) => excluders.indexOf(one)).join(), () => ({ states: [], here })).states.push(
      state,
    );
  }
  const cases = [...alike.values()].map(
    ({ states, here }) => sql`when ${inStates(states)} then array[${sql.join(here.map(({ place }) => place))}]::int[]`,
  );
  return sql`case ${sql.join(cases, ' ')} end`;
}

/** What the select columns and their presentation depend on. */
interface Composition {
  readonly resource: AnyResource;
  readonly declared: AnyResource;
  readonly caller: Caller;
  readonly view: 'record' | 'list';
  readonly find: FindResource;
  /** SQL of the member's role in a row; undefined where the offers do not depend on it. */
  readonly role: string | undefined;
  readonly excluders: readonly Excluder[];
  /** Undefined in lists, and for resources without clocks. */
  readonly clocks: Sql | undefined;
}

function compose(
  resource: AnyResource,
  declared: AnyResource,
  caller: Caller,
  view: 'record' | 'list',
  find: FindResource,
): AvailableActionsAndClocks {
  const composition: Composition = {
    resource,
    declared,
    caller,
    view,
    find,
    role: roleDecidingActions(resource, caller, find),
    excluders: excludersOf(resource, caller, find),
    clocks: view === 'record' ? selectClocks(resource, caller.locale) : undefined,
  };
  return { columns: selectFacts(composition), ...replaceFacts(createPresenter(composition)) };
}

/** The select columns with the names of {@link StoredFacts}. */
function selectFacts({ resource, declared, caller, view, find, role, excluders, clocks }: Composition): Sql {
  const [base, , open] = grantedActionsByState(resource, caller, 'owner', find);
  return sql
    .join(
      [
        ...(open === undefined || view === 'list' ? [] : [pendingApprovalColumn(declared, resource)]),
        sql.raw(`, ${resource.life ? 't.status' : 'null'} as "_state"`),
        ...(role === undefined ? [] : [sql`, ${withCallerKey(`(${role})`, caller)} as "_role"`]),
        ...(open === undefined
          ? []
          : [
              // as text, parsed on demand: few rows have a proposal
              sql`, case when not (${noApprovalStepOpen(resource, caller, find)}) then offered_moves(${base}::text::jsonb -> t.status, ${open}::text::jsonb, t.approval, t.status, ${caller.id}::bigint) end as "_open"`,
            ]),
        ...(excluders.length === 0 ? [] : [sql`, ${selectPlaces(excluders)} as "_places"`]),
        ...(clocks === undefined ? [] : [sql`, ${clocks} as "_selected"`]),
      ],
      '',
    )
    .flattened();
}

/** Returns the function that turns the selected facts, from `"_state"` on, into available actions and clocks. */
function createPresenter({ resource, caller, view, find, role, excluders, clocks }: Composition) {
  const granted = new Map(
    (role === undefined ? (['owner'] as const) : memberRoleNamesWithOnlooker).map((one) => [
      one,
      readGrants(resource, caller, one, find),
    ]),
  );
  const hasReasons = view === 'record' && excluders.some(({ isGuard }) => isGuard);
  return (facts: ByteString): ByteString => {
    const stored = JSON.parse(`{${decodeByteString(facts)}}`) as StoredFacts;
    const grants = granted.get((role === undefined ? 'owner' : stored._role) as RoleInRowOrOnlooker);
    const excluded = excludedOffers(excluders, stored);
    const offered = stored._open ?? grants?.moves(stored._state);
    const moves = offered?.filter((offer) => !excluded.has(offer)) ?? null;
    const closed =
      offered?.flatMap((offer) => (excluded.get(offer) == null ? [] : [[offer, excluded.get(offer)]])) ?? [];
    const reasons = hasReasons
      ? `,"_closed":${closed.length > 0 ? JSON.stringify(Object.fromEntries(closed)) : null}`
      : '';
    const running =
      clocks === undefined
        ? ''
        : `,"_clocks":${JSON.stringify(presentClocks(stored._selected, caller.type !== 'member'))}`;
    return encodeByteString(
      `,"_moves":${JSON.stringify(moves)}${reasons},"_actions":${JSON.stringify(grants?.actions(stored._state) ?? null)}${running}`,
    );
  };
}

/**
 * The index of the guard for each excluded action. Null: it is excluded without a reason, which takes precedence over a
 * guard.
 */
function excludedOffers(excluders: readonly Excluder[], stored: StoredFacts): ReadonlyMap<string, number | null> {
  const here = excluders.filter(({ states }) => states.includes(stored._state as string));
  const excluded = new Map<string, number | null>();
  for (const isGuard of [true, false])
    for (const [at, excluder] of here.entries()) {
      const place = stored._places?.[at];
      if (excluder.isGuard === isGuard && place != null)
        for (const offer of excluder.offers) excluded.set(offer, isGuard ? place : null);
    }
  return excluded;
}

/** Finds the facts at the end of a row's JSON and replaces them by what the presenter makes of them. */
function replaceFacts(
  presentFacts: (facts: ByteString) => ByteString,
): Pick<AvailableActionsAndClocks, 'present' | 'presentAll'> {
  const cache = new Map<string, string>();
  return {
    present: (given) => {
      const row = charactersOfByteString(given);
      const at = row.lastIndexOf(begin);
      return joinByteStrings`${byteStringOfCharacters(row.slice(0, at))}${presentFacts(byteStringOfCharacters(row.slice(at + 1, -1)))}}`;
    },
    presentAll: (list) => {
      const [first = '', ...rows] = charactersOfByteString(list).split(begin);
      let all = first;
      for (const row of rows) {
        // in a list, the facts end before the row's brace
        const end = row.indexOf('}');
        const facts = row.slice(0, end);
        let presented = cache.get(facts);
        if (presented === undefined) {
          presented = charactersOfByteString(presentFacts(byteStringOfCharacters(`"_state":${facts}`)));
          if (cache.size > maxCached) cache.clear();
          // copied, because a slice would keep the whole page in memory
          cache.set(Buffer.from(facts, 'latin1').toString('latin1'), presented);
        }
        all += presented + row.slice(end);
      }
      return byteStringOfCharacters(all);
    },
  };
}

/** The actions granted in each state. Resources without a life cycle have one set. */
function readGrants(resource: AnyResource, caller: Caller, role: RoleInRowOrOnlooker, find: FindResource) {
  const [moves, actions] = grantedActionsByState(resource, caller, role, find).map(
    (one) => JSON.parse(one as string) as unknown,
  );
  const inState = (granted: unknown) => (state: string | null) =>
    resource.life ? (granted as Record<string, string[]>)[state ?? ''] : (granted as string[]);
  return { moves: inState(moves), actions: inState(actions) };
}
