import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { rowJson } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { type StatutoryFine, statutoryFine } from '../../contract/cause/statutory-fine.ts';
import type { discretionStandard } from '../../contract/discretion/discretion-standard.ts';
import {
  type EnteredGrade,
  faultsOfDiscretionGrades,
  finesWithoutGrade,
} from '../../contract/discretion/find-faults-of-grades-of-fines.ts';
import { markGivenFaultsAtChildRowFields } from '../cause/mark-given-faults-at-fields-of-child-rows.ts';

const texts = {
  none: text('还没有裁量档次，不能审核', 'It has no grades yet and cannot be approved'),
  ungraded: text('罚款幅度第 {list} 行还没有裁量档次', 'There are no grades yet for row {list} of the fines'),
} as const;

/** The fines of a cause, in order. */
async function penaltiesOf({ tx, engine }: WriteContext, cause: number | undefined): Promise<readonly StatutoryFine[]> {
  if (cause === undefined) return [];
  const rows = await tx.rows<{
    row: StatutoryFine;
  }>(sql`select ${rowJson(statutoryFine, systemCaller(), 'plain', engine.find)} as row
    from library_penalty t where t.cause_id = ${cause} order by t.weigh, t.id`);
  return rows.map(({ row }) => row);
}

/** The grades tile the statutory range of the cause. */
async function checkGrades(context: WriteContext<typeof discretionStandard>): Promise<void> {
  const { values, before, rowsOf } = context;
  const penalties = await penaltiesOf(context, values.cause_id ?? before?.cause_id);
  markGivenFaultsAtChildRowFields(
    context,
    'grades',
    faultsOfDiscretionGrades(penalties, (await rowsOf('grades')) as readonly EnteredGrade[]),
  );
}

/** A standard is approved when all fines of its cause are graded. */
async function requireGrades(context: ChangeContext<typeof discretionStandard>): Promise<void> {
  const { before, rowsOf } = context;
  const grades = (await rowsOf('grades')) as readonly EnteredGrade[];
  const refusal = { data: { reason: 'bad_transition', from: before.status, allowed: [] } };
  if (grades.length === 0) throw new Refused(texts.none, refusal);
  const left = finesWithoutGrade(await penaltiesOf(context, before.cause_id), grades);
  if (left.length > 0) throw new Refused(texts.ungraded, { values: { list: left.join('、') }, ...refusal });
}

export const discretionStandardWriteHooks: WriteHooks<typeof discretionStandard> = {
  add: checkGrades,
  edit: checkGrades,
  moves: { review: requireGrades },
};
