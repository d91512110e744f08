import type { DomainEvent } from '#kernel/resource/domain-events-of-resource.ts';
import { isDatabaseUnavailable } from '#server/db/driver/database-availability.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Log } from '#server/log.ts';
import {
  lowestUndelivered,
  parseSnapshot,
  positionAfterEvent,
  positionAtSnapshot,
  type StreamPosition,
  type TransactionSnapshot,
} from './event-stream-position.ts';

/** Milliseconds between polls of the outbox while anybody listens. Writes of this process wake the relay at once. */
const interval = 500;
const batch = 500;
/** Seconds of the past that a reconnecting client can catch up on (Appendix F: replay 10 min). */
const replaySeconds = 600;
/** A client that missed more reloads what it shows, which is cheaper for both. */
const longestReplay = 2000;

/** An event of the outbox, with the place that a client has reached once it has received it. */
export interface DeliverableEvent extends DomainEvent {
  tx: number;
  place: StreamPosition;
  /** The areas in which it is visible, if not the area of its row. */
  areas: string[] | null;
  /** The member who owns the row, if they may receive the event. */
  owner_id: number | null;
  /** Other members who hold the row. */
  people: number[] | null;
  /** The owner of the row, if rows of the resource belong to a department or to an administrator. */
  department_id: number | null;
  admin_id: number | null;
}

export type LiveEventListener = (event: DeliverableEvent) => void;

/** The events for a reconnecting client, or that there are too many. */
export interface Replay {
  events: DeliverableEvent[];
  gap: boolean;
  /** The place after these events. */
  place: StreamPosition;
}

/** Delivers committed events to live streams, each once, whichever process wrote them. */
export interface LiveEventRelay {
  listen(listener: LiveEventListener): () => void;
  wake(): void;
  /** The place of the current listeners. Undefined while it is not known. */
  here(): Promise<StreamPosition | undefined>;
  /** Events after a place, for reconnecting clients; at most as old as the replay time. */
  replay(after: StreamPosition): Promise<Replay>;
  stop(): void;
}

/**
 * Polls instead of LISTEN/NOTIFY: NOTIFY takes a database-wide lock at commit, so that writers would queue behind each
 * other. Each poll reads what became visible since the snapshot of the previous poll, whatever its id: a transaction
 * that stays open delays nobody, and its events are delivered when it commits.
 */
export function createLiveEventRelay(db: Database, log: Log): LiveEventRelay {
  const listeners = new Set<LiveEventListener>();
  let delivered: TransactionSnapshot | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  /** Polls the outbox. A request during a poll makes it poll once more. */
  function poll(): Promise<void> {
    again = true;
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function look(): Promise<void> {
    try {
      while (again && listeners.size > 0) {
        again = false;
        if (!delivered) delivered = await takeSnapshot(db);
        else
          delivered = await readBetween(db, delivered, Number.POSITIVE_INFINITY, (event) => {
            for (const listener of listeners) deliver(listener, event);
          });
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.warn({ err: error }, 'live events could not be read');
    }
  }

  function deliver(listener: LiveEventListener, event: DeliverableEvent): void {
    try {
      listener(event);
    } catch (error) {
      log.warn({ err: error }, 'an event could not be sent to a live stream');
    }
  }

  const schedule = () => {
    timer ??= setInterval(() => void poll(), interval).unref();
  };
  return {
    listen(listener) {
      if (listeners.size === 0) delivered = undefined; // nobody listened; replay delivers what happened meanwhile
      listeners.add(listener);
      if (delivered === undefined) void poll();
      schedule();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && timer) {
          clearInterval(timer);
          timer = undefined;
        }
      };
    },
    wake() {
      if (listeners.size > 0) setImmediate(() => void poll());
    },
    async here() {
      await running;
      return delivered && positionAtSnapshot(delivered);
    },
    async replay(after) {
      await running; // until the start of the stream is known, an event could be missed between the two
      return replayAfter(db, after);
    },
    stop() {
      listeners.clear();
      if (timer) clearInterval(timer);
    },
  };
}

const columns = sql.raw(
  'tx::text::bigint as tx, id, name, resource, row_id, area_code, areas, owner_id, people, department_id, admin_id, payload, floor(extract(epoch from createtime))::bigint as createtime',
);

const takeSnapshot = async (db: Database): Promise<TransactionSnapshot> =>
  parseSnapshot((await db.row<{ now: string }>('select pg_current_snapshot()::text as now'))?.now ?? '');

const xid = (tx: number) => sql`${String(tx)}::xid8`;

/** Condition: the transaction was open at a snapshot, or had not begun. The lower bound lets the index be used. */
const notIn = (one: TransactionSnapshot) =>
  sql`event.tx >= ${xid(lowestUndelivered(one))} and (event.tx >= ${xid(one.xmax)} or event.tx = any(${one.open.map(String)}::xid8[]))`;

type Row = Omit<DeliverableEvent, 'place'>;

/** Delivers what became visible since a snapshot, page by page, and returns the new snapshot. */
async function readBetween(
  db: Database,
  from: TransactionSnapshot,
  most: number,
  deliver: (event: DeliverableEvent) => void,
): Promise<TransactionSnapshot> {
  const first = await db.rows<Partial<Row> & { now: string }>(sql`
    select pg_current_snapshot()::text as now, e.* from (values (1)) one left join
      (select ${columns} from event where ${notIn(from)} order by event.tx, id limit ${Math.min(batch, most)}) e on true
    order by e.tx, e.id`);
  const now = first[0]?.now ?? '';
  const to = parseSnapshot(now);
  let page = first.filter(({ id }) => id != null).map(({ now: _now, ...row }) => row as Row);
  for (let count = page.length; ; count += page.length) {
    for (const row of page) deliver({ ...row, place: positionAfterEvent(row, from, to) });
    const last = page.at(-1);
    if (!last || page.length < batch || count >= most) return to;
    page = await db.rows<Row>(sql`
      select ${columns} from event where ${notIn(from)} and pg_visible_in_snapshot(event.tx, ${now}::pg_snapshot)
        and (event.tx, id) > (${xid(last.tx)}, ${last.id}) order by event.tx, id limit ${Math.min(batch, most - count)}`);
  }
}

async function replayAfter(db: Database, after: StreamPosition): Promise<Replay> {
  const rest = sql`(event.tx = ${xid(after.tx)} and id > ${after.id})`;
  const state = await db.row<{ now: string; lost: boolean }>(sql`
    select pg_current_snapshot()::text as now, ${xid(after.xmax)} > pg_snapshot_xmax(pg_current_snapshot())
      or exists (select from event where ((${notIn(after)}) or ${rest}) and createtime <= now() - make_interval(secs => ${replaySeconds})) as lost`);
  const here = parseSnapshot(state?.now ?? '');
  if (!state || state.lost) return { events: [], gap: true, place: positionAtSnapshot(here) };
  const events: DeliverableEvent[] = [];
  // a transaction delivered in part is completed first, because later places assume complete ones
  for (const row of await db.rows<Row>(
    sql`select ${columns} from event where ${rest} order by id limit ${longestReplay}`,
  ))
    events.push({ ...row, place: { ...after, id: row.id } });
  const to = await readBetween(db, after, longestReplay + 1, (event) => void events.push(event));
  if (events.length > longestReplay) return { events: [], gap: true, place: positionAtSnapshot(here) };
  return { events, gap: false, place: positionAtSnapshot(to) };
}
