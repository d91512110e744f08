import type { Pair } from '#kernel/kind/key-value-pairs.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runReloadsOneAfterAnother } from './run-cache-reloads-one-after-another.ts';

/** Fields whose changes are logged with their old and new values, by a sensitive data rule. */
export interface ChangeLoggedFields {
  readonly rule: number;
  readonly fields: ReadonlySet<string>;
  /** Labels that the rule gives to some fields. */
  readonly titles: Readonly<Record<string, string>>;
}

/** The enabled rules on what is recycled when deleted and on which fields have their changes logged. */
export interface RecycleAndChangeLogRuleCache {
  /** The rule under which deleted rows of a resource are listed. */
  recycleRule(resource: string): number | undefined;
  changeLoggedFields(resource: string): ChangeLoggedFields | undefined;
  reload(): Promise<void>;
}

/** Keeps the rules in memory, so that writes need no query for them. */
export async function openRecycleAndChangeLogRuleCache(db: Database): Promise<RecycleAndChangeLogRuleCache> {
  let recycled = new Map<string, number>();
  let changeLogged = new Map<string, ChangeLoggedFields>();
  const reload = runReloadsOneAfterAnother(async () => {
    const rules = await db.rows<{ id: number; controller: string; columns: string[] | null; titles: Pair[] | null }>(
      sql`select id, controller, null::text[] as columns, null::jsonb as titles from security_data_recycle where status
       union all select id, controller, columns, titles from security_sensitive_data where status`.asBrief(),
    );
    recycled = new Map(rules.flatMap(({ id, controller, columns }) => (columns ? [] : [[controller, id]])));
    changeLogged = new Map(
      rules.flatMap(({ id: rule, controller, columns, titles }) => {
        if (!columns) return [];
        const fields = new Set(columns.map((one) => one.slice(one.indexOf('.') + 1)));
        const called = Object.fromEntries((titles ?? []).map(({ key, value }) => [key, value]));
        return [[controller, { rule, fields, titles: called }]];
      }),
    );
  });
  await reload();
  return {
    recycleRule: (resource) => recycled.get(resource),
    changeLoggedFields: (resource) => changeLogged.get(resource),
    reload,
  };
}
