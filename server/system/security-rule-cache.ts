import type { Pair } from '#kernel/kind/pairs.ts';
import type { Database } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';
import { readSerially } from './read-serially.ts';

/** The fields a rule has every change kept of. */
export interface SensitiveFields {
  readonly rule: number;
  readonly fields: ReadonlySet<string>;
  /** What the rule calls some of them. */
  readonly titles: Readonly<Record<string, string>>;
}

/** What rules ask of writes, as this process believes them; it is told of every change. */
export interface SecurityRuleCache {
  /** The rule by which deleted rows of a resource are listed. */
  recycleRule(resource: string): number | undefined;
  sensitive(resource: string): SensitiveFields | undefined;
  reload(): Promise<void>;
}

/** Reads the rules that are enabled: asked by every write, they cost none a query. */
export async function openSecurityRuleCache(db: Database): Promise<SecurityRuleCache> {
  let recycled = new Map<string, number>();
  let sensitive = new Map<string, SensitiveFields>();
  const reload = readSerially(async () => {
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
