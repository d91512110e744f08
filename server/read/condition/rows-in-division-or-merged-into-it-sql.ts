import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { absorbedBy } from '#server/system/division-validity-and-successors.ts';
import { withinArea } from '../scope/row-scope-of-caller.ts';
import type { ServicesToReadRows } from '../services-needed-to-read-rows.ts';

/** The discontinued divisions that were merged into a division, if their codes do not begin with its digits. */
export const divisionsMergedInto = (
  { reference }: Pick<ServicesToReadRows, 'reference'>,
  code: string,
): readonly string[] => absorbedBy(reference.areas(), code, shanghaiToday());

/**
 * Condition on rows in a division, as its office sees them: by the digits of their code, and in divisions that were
 * merged into it.
 */
export function withinDivision(column: string, code: string, context: Pick<ServicesToReadRows, 'reference'>): Sql {
  const own = withinArea(column, areaPrefix(code));
  if (!own) return sql`true`;
  const absorbed = divisionsMergedInto(context, code);
  return absorbed.length === 0 ? own : sql`(${own} or t.${sql.id(column)} = any(${[...absorbed]}::text[]))`;
}
