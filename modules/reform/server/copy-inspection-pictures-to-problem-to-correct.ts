import { sql } from '#server/db/sql.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { problem } from '../contract/problem-to-correct.ts';

/** The order that a problem is written with. */
interface WholeOrder {
  readonly check_id?: number | null;
}

/** Hooks of problems: those found by a check have the pictures taken there, unless an officer chose others. */
export const copyInspectionPicturesToProblemToCorrect: WriteHooks<typeof problem> = {
  async add({ values, whole, tx }) {
    const { item_id, before } = values;
    const { check_id } = { ...whole?.before, ...whole?.values } as WholeOrder;
    if (!item_id || !check_id || before?.length) return;
    const found = await tx.row<{ evidence: string[] | null }>(
      sql`select evidence from enforcement_check_answer where check_id = ${check_id} and item_id = ${item_id}`,
    );
    if (found?.evidence) values.before = found.evidence;
  },
};
