import { crc32 } from 'node:zlib';
import type { Caller } from '#server/caller.ts';
import type { Database, Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { StoredCommandRun } from '../contract/command-run-signals-output-events-and-terminal-state-types.ts';
import { taskNameOf } from './allowed-commands.ts';

/** First half of the keys of these advisory locks: any fixed number. */
const lockClass = 73_051_181;
/** Characters stored of a run's output: its end, where errors are. */
const maxStored = 200_000;

const lockOf = (command: string) => crc32(taskNameOf(command)) & 0x7fffffff;

/** The output of a run, as far as it is stored. */
export class StoredCommandOutput {
  #lines: string[] = [];
  #size = 0;

  add(line: string): void {
    this.#lines.push(line);
    this.#size += line.length + 1;
    while (this.#size > maxStored) this.#size -= (this.#lines.shift()?.length ?? 0) + 1;
  }

  get text(): string {
    return this.#lines.join('\n');
  }
}

/**
 * Runs the task of a command unless it is already running, in this process or another and by any package manager: then
 * returns `undefined`. The lock belongs to the database session, so a killed process blocks nothing.
 */
export async function runCommandAlone<T>(
  db: Database,
  command: string,
  caller: Caller,
  work: (run: number) => Promise<T>,
): Promise<T | undefined> {
  const lock = lockOf(command);
  return db.session(async (on) => {
    const locked = await on.row<{ free: boolean }>(sql`select pg_try_advisory_lock(${lockClass}, ${lock}) as free`);
    if (!locked?.free) return undefined;
    try {
      await on.query(
        sql`update terminal_run set status = 'stopped', finishtime = now() where lock = ${lock} and status = 'running'`,
      );
      const run = await on.row<{ id: number }>(sql`
        insert into terminal_run (command, lock, admin_id, username, ip)
        values (${command}, ${lock}, ${caller.id}, ${caller.name}, ${caller.ip}) returning id`);
      return await work(run?.id ?? 0);
    } finally {
      await on.query(sql`select pg_advisory_unlock(${lockClass}, ${lock})`);
    }
  });
}

export async function storeCommandRunResult(
  db: Queryable,
  id: number,
  { status, code, output }: { status: StoredCommandRun['status']; code: number; output: string },
): Promise<void> {
  // PostgreSQL texts cannot contain zero bytes
  await db.query(sql`update terminal_run set status = ${status}, exit_code = ${code}, output = ${output.replaceAll('\0', '')},
    finishtime = now() where id = ${id}`);
}

const columns = sql`r.id, r.command, r.username, r.exit_code,
  case when r.status = 'running' and not exists (select from pg_locks l where l.locktype = 'advisory'
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid = ${lockClass}::bigint::oid and l.objid = r.lock::bigint::oid) then 'stopped' else r.status end as status,
  floor(extract(epoch from r.createtime))::bigint as createtime, floor(extract(epoch from r.finishtime))::bigint as finishtime`;

/** The latest runs of everybody, newest first. */
export const listCommandRuns = (db: Queryable, limit = 50): Promise<StoredCommandRun[]> =>
  db.rows<StoredCommandRun>(sql`select ${columns} from terminal_run r order by r.id desc limit ${limit}`);

/** A run with its output. */
export const readCommandRun = (
  db: Queryable,
  id: number,
): Promise<(StoredCommandRun & { output: string }) | undefined> =>
  db.row(sql`select ${columns}, r.output from terminal_run r where r.id = ${id}`);
