import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { type Standing, standings } from '#kernel/declaration/role.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import { type ByteString, bytes, charactersOf, fromBytes, ofCharacters, toBytes } from '#server/byte-string.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { cachePerDeclaration, getOrCreate } from '../../get-or-create.ts';
import { visibleTo } from '../scope/caller-field-visibility.ts';
import { withCallerKey } from '../scope/member-scope.ts';
import { officeLevel } from '../scope/office-level.ts';
import { excludedByChangeRequest } from './change-requests.ts';
import { presentClocks, selectClocks } from './clocks.ts';
import { closedBy, guardedMoves, inStates, offersOf } from './guards.ts';
import { approvalPiece, decidingRole, grantsOf, nothingOpen } from './offers.ts';
import { excludedBySeparation } from './separation-of-duties.ts';

/**
 * What a row says beside its fields: its offers, and as a record its clocks. Said in the statement, as the answer of a
 * write does (`offers.ts`), the offers are the dearest part of reading one row and a third of a list: the grants of every
 * state go to the database with each call to be read there anew, and those of a row's state are written out for each.
 * Of a row only what it alone knows is asked: its state, whether each guard holds, whether a move is kept from this
 * caller, the clocks as they are stored. What follows from that is put together here.
 */
export interface OffersAndClocks {
  /** The last columns of the select over alias `t`. */
  readonly columns: Sql;
  /** A row's JSON, told in place of these columns. */
  present(row: ByteString): ByteString;
  /** The same for the rows of a list, of which most say the same. */
  presentAll(list: ByteString): ByteString;
}

/** What a row says: by these names, in this order, at the end of its JSON. */
interface StoredFacts {
  readonly _state: string | null;
  readonly _role?: Standing | null;
  /** What is offered where a proposal waits: `offered_moves` says it. */
  readonly _open?: string[] | null;
  /** Of what can take an offer away in this state, in its order: the place of the guard that does, else null. */
  readonly _places?: readonly (number | null)[] | null;
  readonly _selected?: Parameters<typeof presentClocks>[0];
}
/**
 * Within a string its quotes would be escaped, and what a field holds in JSON of its own PostgreSQL writes with spaces
 * between; of a single record it comes before.
 */
const begin = ',"_state":';

const composed = cachePerDeclaration<OffersAndClocks>(500);
/** Different facts of rows: states, and what is closed in each. */
const maxCached = 200;

/** What is asked of a row of alias `t` for this caller and how it is told: composed once for each who asks, and anew each day. */
export function offersAndClocks(
  declared: AnyResource,
  caller: Caller,
  view: 'record' | 'list',
  find: FindResource,
): OffersAndClocks {
  const resource = visibleTo(declared, caller, find);
  const key = `${view} ${caller.type} ${caller.id} ${shanghaiToday()} ${officeLevel(caller)} ${caller.grantKey} ${caller.locale}`;
  return composed(find, resource, key, () => compose(resource, declared, caller, view, find));
}

/** What can take offers away from the rows of some states. */
interface Taker {
  readonly offers: readonly string[];
  readonly states: readonly string[];
  /** In a row of alias `t`, the place of the guard that does; null: none does. */
  readonly place: Sql;
  /** Told why: the move is there, and closed. */
  readonly isGuard: boolean;
}

function takersOf(resource: AnyResource, caller: Caller, find: FindResource): Taker[] {
  return [
    ...guardedMoves(resource).map(([name, move]) => ({
      offers: offersOf(name, move),
      states: move.from,
      place: closedBy(resource, move.when),
      isGuard: true,
    })),
    ...[...excludedBySeparation(resource, caller, find), ...excludedByChangeRequest(resource)].map(
      ({ offer, states, where }) => ({
        offers: [offer],
        states,
        place: sql`case when ${where} then 0 end`,
        isGuard: false,
      }),
    ),
  ];
}

/** The places of what can take offers away in the state of a row: in most states little can, and nothing else is asked. */
function selectPlaces(takers: readonly Taker[]): Sql {
  const alike = new Map<string, { states: string[]; here: readonly Taker[] }>();
  for (const state of new Set(takers.flatMap(({ states }) => states))) {
    const here = takers.filter(({ states }) => states.includes(state));
    getOrCreate(alike, here.map((one) => takers.indexOf(one)).join(), () => ({ states: [], here })).states.push(state);
  }
  const cases = [...alike.values()].map(
    ({ states, here }) => sql`when ${inStates(states)} then array[${sql.join(here.map(({ place }) => place))}]::int[]`,
  );
  return sql`case ${sql.join(cases, ' ')} end`;
}

function compose(
  resource: AnyResource,
  declared: AnyResource,
  caller: Caller,
  view: 'record' | 'list',
  find: FindResource,
): OffersAndClocks {
  const role = decidingRole(resource, caller, find);
  const [base, , open] = grantsOf(resource, caller, 'owner', find);
  const takers = takersOf(resource, caller, find);
  const clocks = view === 'record' ? selectClocks(resource, caller.locale) : undefined;
  const columns = sql
    .join(
      [
        ...(open === undefined || view === 'list' ? [] : [approvalPiece(declared, resource)]),
        sql.raw(`, ${resource.life ? 't.status' : 'null'} as "_state"`),
        ...(role === undefined ? [] : [sql`, ${withCallerKey(`(${role})`, caller)} as "_role"`]),
        ...(open === undefined
          ? []
          : [
              // as texts, which are read where they are asked for: few rows have a proposal
              sql`, case when not (${nothingOpen(resource, caller, find)}) then offered_moves(${base}::text::jsonb -> t.status, ${open}::text::jsonb, t.approval, t.status, ${caller.id}::bigint) end as "_open"`,
            ]),
        ...(takers.length === 0 ? [] : [sql`, ${selectPlaces(takers)} as "_places"`]),
        ...(clocks === undefined ? [] : [sql`, ${clocks} as "_selected"`]),
      ],
      '',
    )
    .flattened();
  const granted = new Map(
    (role === undefined ? (['owner'] as const) : standings).map((one) => [
      one,
      readGrants(resource, caller, one, find),
    ]),
  );
  const hasReasons = view === 'record' && takers.some(({ isGuard }) => isGuard);
  /** Of what a row says, from `"_state"` on. */
  const presentFacts = (facts: ByteString): ByteString => {
    const stored = JSON.parse(`{${fromBytes(facts)}}`) as StoredFacts;
    const grants = granted.get((role === undefined ? 'owner' : stored._role) as Standing);
    const here = takers.filter(({ states }) => states.includes(stored._state as string));
    /** By offer, the place of the guard that closes it; null: what takes it away does not say why. */
    const closedBy = new Map<string, number | null>();
    for (const isGuard of [true, false])
      for (const [at, taker] of here.entries()) {
        const place = stored._places?.[at];
        if (taker.isGuard === isGuard && place != null)
          for (const offer of taker.offers) closedBy.set(offer, isGuard ? place : null);
      }
    const offered = stored._open ?? grants?.moves(stored._state);
    const moves = offered?.filter((offer) => !closedBy.has(offer)) ?? null;
    const closed =
      offered?.flatMap((offer) => (closedBy.get(offer) == null ? [] : [[offer, closedBy.get(offer)]])) ?? [];
    const reasons = hasReasons
      ? `,"_closed":${closed.length > 0 ? JSON.stringify(Object.fromEntries(closed)) : null}`
      : '';
    const running =
      clocks === undefined
        ? ''
        : `,"_clocks":${JSON.stringify(presentClocks(stored._selected, caller.type !== 'member'))}`;
    return toBytes(
      `,"_moves":${JSON.stringify(moves)}${reasons},"_actions":${JSON.stringify(grants?.actions(stored._state) ?? null)}${running}`,
    );
  };
  const cache = new Map<string, string>();
  return {
    columns,
    present: (given) => {
      const row = charactersOf(given);
      const at = row.lastIndexOf(begin);
      return bytes`${ofCharacters(row.slice(0, at))}${presentFacts(ofCharacters(row.slice(at + 1, -1)))}}`;
    },
    presentAll: (list) => {
      const [first = '', ...rows] = charactersOf(list).split(begin);
      let all = first;
      for (const row of rows) {
        // a list of a row's facts ends before its brace
        const end = row.indexOf('}');
        const facts = row.slice(0, end);
        let presented = cache.get(facts);
        if (presented === undefined) {
          presented = charactersOf(presentFacts(ofCharacters(`"_state":${facts}`)));
          if (cache.size > maxCached) cache.clear();
          // a copy: what is cut from a page would keep all of it
          cache.set(Buffer.from(facts, 'latin1').toString('latin1'), presented);
        }
        all += presented + row.slice(end);
      }
      return ofCharacters(all);
    },
  };
}

/** What is granted in a state, which a resource without a life does not have. */
function readGrants(resource: AnyResource, caller: Caller, role: Standing, find: FindResource) {
  const [moves, actions] = grantsOf(resource, caller, role, find).map((one) => JSON.parse(one as string) as unknown);
  const inState = (granted: unknown) => (state: string | null) =>
    resource.life ? (granted as Record<string, string[]>)[state ?? ''] : (granted as string[]);
  return { moves: inState(moves), actions: inState(actions) };
}
