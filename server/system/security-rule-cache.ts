import type { Pair } from '#kernel/kind/pairs.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { reloadSerially } from './reload-serially.ts';

/** Fields whose changes a rule records. */
export interface SensitiveFields {
  readonly rule: number;
  readonly fields: ReadonlySet<string>;
  /** Labels that the rule gives to some fields. */
  readonly titles: Readonly<Record<string, string>>;
}

/** Rules on recycling and on sensitive fields, cached and reloaded on change. */
export interface SecurityRuleCache {
  /** The rule under which deleted rows of a resource are listed. */
  recycleRule(resource: string): number | undefined;
  sensitive(resource: string): SensitiveFields | undefined;
  reload(): Promise<void>;
}

/** Loads the enabled rules, so that writes need no query for them. */
export async function openSecurityRuleCache(db: Database): Promise<SecurityRuleCache> {
  let recycled = new Map<string, number>();
  let sensitive = new Map<string, SensitiveFields>();
  const reload = reloadSerially(async () => {
    const rules = await db.rows<{ id: number; controller: string; columns: string[] | null; titles: Pair[] | null }>(
      sql`select id, controller, null::text[] as columns, null::jsonb as titles from security_data_recycle where status
       union all select id, controller, columns, titles from security_sensitive_data where status`.asBrief(),
    );
    recycled = new Map(rules.flatMap(({ id, controller, columns }) => (columns ? [] : [[controller, id]])));
    sensitive = new Map(
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
    sensitive: (resource) => sensitive.get(resource),
    reload,
  };
}
