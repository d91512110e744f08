import { areaLevel } from '#kernel/kind/area.ts';
import type { Queryable } from '#server/db/connect.ts';
import { sql } from '#server/db/sql.ts';

/** A division where it hangs in the tree. */
export interface Node {
  readonly code: string;
  readonly name: string;
  readonly short_name: string | null;
  readonly parent_code: string | null;
  /** What it became, where it has ended. */
  readonly became: string | null;
  readonly ended: boolean;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** A placeholder between a province and its counties (市辖区, 省直辖县): a code, but no office and no place. */
export const isGroup = ({ code, lng }: Pick<Node, 'code' | 'lng'>): boolean => lng === null && areaLevel(code) === 2;

/** The divisions as they hang together: a county-level city below its province, what ended below what it became. */
export interface AreaTree {
  readonly nodes: readonly Node[];
  /** The first that answers a question, going up from a code, itself included. */
  upTo(code: string | null, is: (one: Node) => boolean): Node | undefined;
}

/** Steps up at the most: three levels, and some that ended one after the other. */
const mostSteps = 20;

/** Reads the tree; some 3,500 rows. */
export async function readTree(database: Queryable): Promise<AreaTree> {
  const nodes = await database.rows<Node>(
    sql`select code, name, short_name, parent_code, lng, lat, valid_to is not null as ended,
          case when valid_to < (now() at time zone 'Asia/Shanghai')::date then replaced_by end as became
        from system_area order by code`,
  );
  const byCode = new Map(nodes.map((one) => [one.code, one]));
  return {
    nodes,
    upTo(code, is) {
      let one = byCode.get(code ?? '');
      for (let step = 0; one && step < mostSteps; step++) {
        if (is(one)) return one;
        one = byCode.get(one.became ?? one.parent_code ?? '');
      }
      return undefined;
    },
  };
}
