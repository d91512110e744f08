import { validationMessages } from '#kernel/text/validation-messages.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext } from '#server/write/hook/write-hooks-of-module.ts';
import type { itinerary } from '../../contract/itinerary/team-itinerary.ts';

/**
 * Checks that the template of an itinerary belongs to its agency or is recommended, and counts its use in the
 * statement that stores the itinerary.
 */
export async function validateTemplateAndCountItsUse({
  values,
  tx,
  fail,
  executeInStatement,
}: WriteContext<typeof itinerary>): Promise<void> {
  const { template_id, agency_id } = values;
  if (!template_id) return;
  const usable = await tx.row(sql`select from travel_template
    where id = ${template_id} and status = 'enabled' and (agency_id = ${agency_id ?? 0} or sharing = 'shared')`);
  if (!usable) fail('template_id', validationMessages.invalid_option);
  executeInStatement(
    (row) =>
      sql`update travel_template t set use_count = t.use_count + 1, last_used_at = now() from ${row} where t.id = ${template_id}`,
  );
}
