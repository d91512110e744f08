import { createHash } from 'node:crypto';
import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Log } from '#server/log.ts';
import type { OperationLogLine } from '#server/write/statement/operation-log-line.ts';

/** A refused or failed call, for the operation log. */
export interface RefusedCall {
  readonly caller: Caller;
  /** The call in one notation. */
  readonly name: string;
  readonly resource?: string | undefined;
  readonly id?: number | undefined;
  readonly outcome: 'refused' | 'forbidden' | 'failed';
  /** Reason, by which repeats are recognised. */
  readonly why: string;
  /** Message sent to the caller, personal data masked. */
  readonly answer: string;
  /** Builds the log line; called for the first of several equal refusals only. */
  line(): Pick<OperationLogLine, 'title' | 'url' | 'data'>;
}

export interface RefusalLog {
  note(attempt: RefusedCall): void;
  /** Writes the collected refusals. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

const minute = 60_000;
const writtenEvery = 1_000;
/** Lines of one caller per minute; further refusals are counted on one line. */
const maxLines = 60;
/** Maximum number of lines kept while the database is unavailable. */
const maxWaiting = 5_000;
/** Maximum number of characters stored of a call's input. */
const maxDataLength = 2_000;

const more = text(
  '更多未成功的操作（一分钟内种类过多，合并计数）',
  'More unsuccessful operations (too many kinds within one minute, counted together)',
);

interface Waiting {
  readonly row: Readonly<Record<string, unknown>>;
  readonly first: number;
  last: number;
  times: number;
}

/**
 * Collects refused and failed calls for a second and writes them in one statement, so that a refused call costs less
 * than a successful one. Repeats of a caller within a minute with the same reason increase the count of the existing
 * entry, whichever process wrote it.
 */
export function openRefusalLog(db: Database, log: Log): RefusalLog {
  let waiting = new Map<string, Waiting>();
  const recent = new Map<string, { since: number; keys: Set<string> }>();
  let writing: Promise<void> = Promise.resolve();

  /** Whether the caller already has a line for this reason in the current minute. */
  const hasLine = (caller: string, key: string, now: number): boolean => {
    let one = recent.get(caller);
    if (!one || now - one.since >= minute) {
      one = { since: now, keys: new Set() };
      recent.set(caller, one);
    }
    if (!one.keys.has(key) && one.keys.size >= maxLines) return false;
    one.keys.add(key);
    return true;
  };

  const write = async () => {
    const now = performance.now();
    for (const [caller, { since }] of recent) if (now - since >= minute) recent.delete(caller);
    if (waiting.size === 0) return;
    const batch = waiting;
    waiting = new Map();
    try {
      await store(db, batch);
    } catch (error) {
      log.warn({ why: (error as Error).name, lines: batch.size }, 'refused operations wait to be written');
      for (const [key, one] of waiting) {
        const before = batch.get(key);
        if (!before) batch.set(key, one);
        else Object.assign(before, { times: before.times + one.times, last: one.last });
      }
      waiting = batch;
    }
  };
  const flush = () => (writing = writing.then(write));
  const ticker = setInterval(() => void flush(), writtenEvery);
  ticker.unref();

  return {
    note(attempt) {
      const now = performance.now();
      const who = `${attempt.caller.type} ${attempt.caller.id}`;
      const { name, id, outcome, why } = attempt;
      const same = keyOf([who, name, id ?? '', outcome, why]);
      const listed = hasLine(who, same, now);
      const key = listed ? same : keyOf([who]);
      const existing = waiting.get(key);
      if (existing) {
        existing.times++;
        existing.last = now;
      } else if (waiting.size < maxWaiting)
        waiting.set(key, { row: listed ? rowOf(attempt) : restOf(attempt), first: now, last: now, times: 1 });
    },
    flush,
    async stop() {
      clearInterval(ticker);
      await flush();
    },
  };
}

/** Writes refusals counted by a batch, one entry each, at once. */
export async function writeRefusals(
  db: Database,
  refused: readonly { readonly attempt: RefusedCall; readonly times: number }[],
): Promise<void> {
  const now = performance.now();
  const lines = new Map<string, Waiting>();
  for (const { attempt, times } of refused) {
    const who = `${attempt.caller.type} ${attempt.caller.id}`;
    const listed = lines.size < maxLines;
    const key = keyOf(listed ? [who, attempt.name, attempt.outcome, attempt.why] : [who, attempt.name]);
    const existing = lines.get(key);
    if (existing) existing.times += times;
    else lines.set(key, { row: listed ? rowOf(attempt) : restOf(attempt), first: now, last: now, times });
  }
  if (lines.size > 0) await store(db, lines);
}

const keyOf = (parts: readonly (string | number)[]) => createHash('sha1').update(parts.join('\0')).digest('hex');

const byWhom = ({ type, id, name, ip, userAgent, areaCode }: Caller) => ({
  ...(type === 'admin' ? { admin_id: id, user_id: null } : { admin_id: 0, user_id: id }),
  username: name,
  ip,
  useragent: userAgent,
  area_code: areaCode || null,
});

function rowOf({ caller, resource, id, outcome, answer, line }: RefusedCall): Readonly<Record<string, unknown>> {
  const { title, url, data } = line();
  return {
    ...byWhom(caller),
    title: title['zh-cn'],
    title_en: title.en,
    url,
    outcome,
    answer: answer.slice(0, 500),
    data: data.length > maxDataLength ? `${data.slice(0, maxDataLength)}…` : data,
    subject: resource && id !== undefined ? { resource, id, title: null } : null,
  };
}

const restOf = ({ caller }: RefusedCall) => ({
  ...byWhom(caller),
  title: more['zh-cn'],
  title_en: more.en,
  url: '',
  data: '{}',
  outcome: 'refused',
  answer: more[caller.locale],
  subject: null,
});

/** Serialised between processes, so that each finds the line another has just written. */
async function store(db: Database, lines: ReadonlyMap<string, Waiting>): Promise<void> {
  const now = performance.now();
  // ages instead of moments, because clocks of processes differ while the database has one
  const rows = [...lines].map(([key, { row, first, last, times }]) => ({
    ...row,
    key,
    times,
    first: (now - first) / 1000,
    last: (now - last) / 1000,
  }));
  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('refused operations'))`);
    await tx.query(sql`with said as (
        select key, times, now() - make_interval(secs => first) as first_at, now() - make_interval(secs => last) as last_at,
          admin_id, user_id, username, title, title_en, url, data, ip, useragent, area_code, subject, outcome, answer
        from json_to_recordset(${JSON.stringify(rows)}::json) as r(key text, times integer, first float8, last float8,
          admin_id bigint, user_id bigint, username text, title text, title_en text, url text, data text, ip text, useragent text,
          area_code text, subject jsonb, outcome text, answer text)),
      counted as (update auth_admin_log l set times = l.times + s.times, last_at = s.last_at
        from said s cross join lateral (select p.id, p.createtime from auth_admin_log p
          where p.refusal_key = s.key and p.createtime > s.first_at - interval '1 minute'
          order by p.createtime desc limit 1) p
        where l.id = p.id and l.createtime = p.createtime returning l.refusal_key)
      insert into auth_admin_log (createtime, last_at, refusal_key, times, admin_id, user_id, username, title, title_en, url, data,
        ip, useragent, area_code, subject, outcome, answer)
      select first_at, last_at, key, times, admin_id, user_id, username, title, title_en, url, data, ip, useragent, area_code,
        subject, outcome, answer
      from said where key not in (select refusal_key from counted)`);
  });
}
