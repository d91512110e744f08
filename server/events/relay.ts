import type { DomainEvent } from '#kernel/event.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import type { Log } from '#server/log.ts';

/** How often the outbox is looked at while somebody listens, in ms; a write in this process is told at once. */
const interval = 500;
const batch = 500;
/** Seconds of the past a reconnecting client can be told of (Appendix F: replay 10 min). */
export const replaySeconds = 600;

/** An event with its place in the order of commits: transaction first, for ids alone are handed out before commit. */
export interface TellableEvent extends DomainEvent {
  tx: number;
  /** The member whose row it is about, where it is theirs to hear of. */
  owner_id: number | null;
}

export interface Place {
  tx: number;
  id: number;
}

export type Listener = (event: TellableEvent) => void;

/** Whether an event comes after a place. */
export const isAfter = (event: Place, place: Place) =>
  event.tx > place.tx || (event.tx === place.tx && event.id > place.id);

/** A place as the `id:` of a stream, and back. */
export const writePlace = ({ tx, id }: Place) => `${tx}-${id}`;
export function readPlace(written: unknown): Place | undefined {
  const parts = /^(\d{1,15})-(\d{1,15})$/.exec(String(written ?? ''));
  return parts ? { tx: Number(parts[1]), id: Number(parts[2]) } : undefined;
}

/** Tells live streams of committed facts, in order and none twice, whichever process wrote them. */
export interface Relay {
  listen(listener: Listener): () => void;
  wake(): void;
  /** Events after a place, for clients that come back; at most the replay time old. */
  replay(after: Place): Promise<TellableEvent[]>;
  stop(): void;
}

/**
 * Polls instead of LISTEN/NOTIFY: NOTIFY takes a database-wide lock at commit, so that writers would queue behind each
 * other. An event is read once no older transaction can still commit a smaller id.
 */
export function createRelay(db: Database, log: Log): Relay {
  const listeners = new Set<Listener>();
  let last: Place | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let timer: NodeJS.Timeout | undefined;

  const columns = sql.raw(
    'tx::text::bigint as tx, id, name, resource, row_id, area_code, owner_id, payload, floor(extract(epoch from createtime))::bigint as createtime',
  );
  const settled = sql.raw('tx < pg_snapshot_xmin(pg_current_snapshot())');

  /** Looks into the outbox; asked again meanwhile, it looks once more before it is done. */
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
        last ??= (await db.row<Place>(
          sql`select tx::text::bigint as tx, id from event where ${settled} order by event.tx desc, id desc limit 1`,
        )) ?? { tx: 0, id: 0 };
        const events = await db.rows<TellableEvent>(
          sql`select ${columns} from event where (tx, id) > (${String(last.tx)}::xid8, ${last.id}) and ${settled} order by event.tx, id limit ${batch}`,
        );
        for (const event of events) {
          last = { tx: event.tx, id: event.id };
          for (const listener of listeners) tell(listener, event);
        }
        if (events.length === batch) again = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'live events could not be read');
    }
  }

  function tell(listener: Listener, event: TellableEvent): void {
    try {
      listener(event);
    } catch (error) {
      log.warn({ err: error }, 'a live stream could not be told');
    }
  }

  const schedule = () => {
    timer ??= setInterval(() => void poll(), interval).unref();
  };
  return {
    listen(listener) {
      if (listeners.size === 0) last = undefined; // nobody listened: what happened meanwhile is for replay
      listeners.add(listener);
      if (last === undefined) void poll();
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
    async replay(after) {
      await running; // until it is known where the stream begins, something could fall between the two
      return db.rows<TellableEvent>(
        sql`select ${columns} from event where (tx, id) > (${String(after.tx)}::xid8, ${after.id}) and createtime > now() - make_interval(secs => ${replaySeconds}) and ${settled} order by event.tx, id limit 5000`,
      );
    },
    stop() {
      listeners.clear();
      if (timer) clearInterval(timer);
    },
  };
}
