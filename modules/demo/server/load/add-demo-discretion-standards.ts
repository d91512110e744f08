import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { discretionStandard } from '#modules/library/contract/discretion/discretion-standard.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';

const yuan = (amount: number): string => amount.toFixed(2);
const fine = (from: number, to: number) => ({ fine_from: yuan(from), fine_to: yuan(to) });
const times = (from: number, to: number) => ({ multiple_from: from, multiple_to: to });
const mild = '违法行为轻微并及时改正，没有造成危害后果';
const first = '初次违法，主动消除或者减轻危害后果';
const repeated = '二年内再次违法，或者没有按期改正';
const grave = '涉及人数多，或者造成严重后果';

/** Standards as a bureau might set them. */
const standards = [
  {
    cause: 'TA07',
    name: '虚假宣传裁量基准',
    grades: [
      { penalty_no: 1, grade: 'none', circumstances: mild },
      { penalty_no: 1, grade: 'mitigated', circumstances: '受他人胁迫或者有立功表现', ...fine(1000, 5000) },
      { penalty_no: 1, grade: 'lenient', circumstances: first, ...fine(5000, 15_000) },
      { penalty_no: 1, grade: 'ordinary', circumstances: repeated, times_from: 2, ...fine(15_000, 35_000) },
      { penalty_no: 1, grade: 'severe', circumstances: grave, consequence: 'serious', ...fine(35_000, 50_000) },
      { penalty_no: 2, grade: 'lenient', circumstances: first, ...times(1, 2) },
      { penalty_no: 2, grade: 'ordinary', circumstances: repeated, times_from: 2, ...times(2, 3.5) },
      {
        penalty_no: 2,
        grade: 'severe',
        circumstances: grave,
        tourists_from: 30,
        ...times(3.5, 5),
        other_penalty: '通报发证机关',
      },
    ],
  },
  {
    cause: 'TG04',
    name: '导游兜售物品、索要小费裁量基准',
    grades: [
      { penalty_no: 1, grade: 'lenient', circumstances: first, ...fine(1000, 8000) },
      { penalty_no: 1, grade: 'ordinary', circumstances: repeated, times_from: 2, ...fine(8000, 20_000) },
      { penalty_no: 1, grade: 'severe', circumstances: grave, consequence: 'serious', ...fine(20_000, 30_000) },
    ],
  },
] as const;

/** Invents discretion standards, published. */
export async function addDemoDiscretionStandards(engine: Engine): Promise<void> {
  await engine.db.transaction(async (tx) => {
    const ids: number[] = [];
    for (const { cause, name, grades } of standards) {
      const cause_id = await causeOf(tx, cause);
      if (cause_id === undefined) continue;
      const basis_doc = '文化和旅游行政处罚裁量基准（演示）';
      const input = { name, cause_id, basis_doc, effective_from: shanghaiToday(), grades };
      ids.push(
        (await write(engine, discretionStandard, systemCaller(), { operation: 'add', input, unread: true }, tx)).id,
      );
    }
    for (const move of ['review', 'publish'] as const)
      await moveRows(
        engine,
        discretionStandard,
        systemCaller(),
        { move, where: sql`t.id = any(${ids}::bigint[])` },
        tx,
      );
  });
}

const causeOf = async (tx: Transaction, code: string): Promise<number | undefined> =>
  (await tx.row<{ id: number }>(sql`select id from library_cause where code = ${code} and status = 'published'`))?.id;
