import { shanghaiToday } from '#kernel/calendar.ts';
import { type Standing, standings } from '#kernel/holding.ts';
import type { FindResource } from '#kernel/part.ts';
import type { AnyResource } from '#kernel/resource.ts';
import type { Caller } from '#server/caller.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { askClocks, tellClocks } from './clocks.ts';
import { closedPlaces, guardedMoves, offersOf } from './guards.ts';
import { askedBy } from './held.ts';
import { kept } from './kept.ts';
import { knownTo } from './known.ts';
import { approvalPiece, decidingRole, grantsOf } from './offers.ts';
import { idleOffers } from './proposed.ts';
import { withheldOffers } from './withheld.ts';

/**
 * What a single record says beside its fields: its offers, its clocks. Said in the statement, as a list does for all its
 * rows at once (`offers.ts`), the offers are the dearest part of reading one row: the grants of every state go to
 * the database with each call to be read there anew. Of a record only what the row alone knows is asked: its state,
 * whether each guard holds, whether a move is kept from this caller, the clocks as they are stored. What follows from
 * that is put together here.
 */
export interface RecordFacts {
  /** The last columns of the select over alias `t`. */
  readonly columns: Sql;
  /** A row's JSON text, told in place of these columns. */
  tell(text: string): string;
}

/** What a row says: by these names, in this order, at the end of its JSON. */
interface Said {
  readonly _state: string | null;
  readonly _role?: Standing | null;
  /** What is offered where a proposal waits: `offered_moves` says it. */
  readonly _open?: string[] | null;
  /** Places of the guards that close moves, then whether each move is missing for another reason. */
  readonly _places?: readonly (number | null)[];
  readonly _asked?: Parameters<typeof tellClocks>[0];
}
/** Within a string its quotes would be escaped; what a field holds in JSON of its own comes before it. */
const begin = ',"_state":';

const composed = new WeakMap<FindResource, WeakMap<AnyResource, Map<string, RecordFacts>>>();
const mostKept = 500;

/** What is asked of a row of alias `t` for this caller and how it is told: composed once for each who asks, and anew each day. */
export function recordFacts(declared: AnyResource, caller: Caller, find: FindResource): RecordFacts {
  const resource = knownTo(declared, caller, find);
  const ofResource = kept(
    kept(composed, find, () => new WeakMap()),
    resource,
    () => new Map<string, RecordFacts>(),
  );
  const key = `${caller.type} ${caller.id} ${shanghaiToday()} ${caller.grantKey}`;
  if (ofResource.size > mostKept) ofResource.clear();
  return kept(ofResource, key, () => compose(resource, declared, caller, find));
}

function compose(resource: AnyResource, declared: AnyResource, caller: Caller, find: FindResource): RecordFacts {
  const role = decidingRole(resource, caller, find);
  const [base, , open] = grantsOf(resource, caller, 'owner');
  const guarded = guardedMoves(resource).map(([name, move]) => offersOf(name, move));
  const missing = [...withheldOffers(resource, caller, find), ...idleOffers(resource)];
  const places = [...closedPlaces(resource), ...missing.map(({ where }) => sql`case when ${where} then 0 end`)];
  const clocks = askClocks(resource);
  const columns = sql
    .join(
      [
        ...(open === undefined ? [] : [approvalPiece(declared, resource)]),
        sql.raw(`, ${resource.life ? 't.status' : 'null'} as "_state"`),
        ...(role === undefined ? [] : [sql`, ${askedBy(`(${role})`, caller)} as "_role"`]),
        ...(open === undefined
          ? []
          : [
              // as texts, which are read where they are asked for: few rows have a proposal
              sql`, case when t.approval is not null then offered_moves(${base}::text::jsonb -> t.status, ${open}::text::jsonb, t.approval, t.status, ${caller.id}::bigint) end as "_open"`,
            ]),
        ...(places.length === 0 ? [] : [sql`, array[${sql.join(places)}]::int[] as "_places"`]),
        ...(clocks === undefined ? [] : [sql`, ${clocks} as "_asked"`]),
      ],
      '',
    )
    .flattened();
  const granted = new Map(
    (role === undefined ? (['owner'] as const) : standings).map((one) => [one, readGrants(resource, caller, one)]),
  );
  const tell = (text: string): string => {
    const at = text.lastIndexOf(begin);
    const said = JSON.parse(`{${text.slice(at + 1)}`) as Said;
    const grants = granted.get((role === undefined ? 'owner' : said._role) as Standing);
    const places = said._places ?? [];
    const gone = new Set(
      missing.flatMap(({ offer }, place) => (places[guarded.length + place] == null ? [] : [offer])),
    );
    const offered = (said._open ?? grants?.moves(said._state))?.filter((offer) => !gone.has(offer));
    const closed = Object.fromEntries(
      guarded.flatMap((offers, place) => {
        const guard = places[place];
        return guard == null ? [] : offers.filter((offer) => offered?.includes(offer)).map((offer) => [offer, guard]);
      }),
    );
    const moves = offered?.filter((offer) => !Object.hasOwn(closed, offer)) ?? null;
    const reasons =
      guarded.length > 0 ? `,"_closed":${Object.keys(closed).length > 0 ? JSON.stringify(closed) : null}` : '';
    const running =
      clocks === undefined ? '' : `,"_clocks":${JSON.stringify(tellClocks(said._asked, caller.type !== 'member'))}`;
    return `${text.slice(0, at)},"_moves":${JSON.stringify(moves)}${reasons},"_actions":${JSON.stringify(grants?.actions(said._state) ?? null)}${running}}`;
  };
  return { columns, tell };
}

/** What is granted in a state, which a resource without a life does not have. */
function readGrants(resource: AnyResource, caller: Caller, role: Standing) {
  const [moves, actions] = grantsOf(resource, caller, role).map((one) => JSON.parse(one as string) as unknown);
  const inState = (granted: unknown) => (state: string | null) =>
    resource.life ? (granted as Record<string, string[]>)[state ?? ''] : (granted as string[]);
  return { moves: inState(moves), actions: inState(actions) };
}
