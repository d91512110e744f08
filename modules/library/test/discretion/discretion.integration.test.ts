import { afterAll, beforeAll, expect, test } from 'vitest';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { violationCause } from '../../contract/cause/violation-cause.ts';
import { discretionStandard } from '../../contract/discretion/discretion-standard.ts';

let on: TestApp;
let editor: Caller;
let reviewer: Caller;
beforeAll(async () => {
  on = await startApp();
  await on.db.query(`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'reviewer', '复核员', '', group_arr, area_code from auth_admin where username = 'admin'`);
  editor = await on.officer('admin');
  reviewer = await on.officer('reviewer');
});
afterAll(() => on.close());

type Values = Readonly<Record<string, unknown>>;

const causeOf = async (code: string) =>
  (await on.db.row<{ id: number }>(sql`select id from library_cause where code = ${code}`))!.id;
const grade = (kind: string, from: number, to: number, penalty_no = 1) => ({
  penalty_no,
  grade: kind,
  circumstances: '情形',
  fine_from: from.toFixed(2),
  fine_to: to.toFixed(2),
});
const add = async (code: string, grades: readonly Values[]) =>
  (
    await write(on.engine, discretionStandard, editor, {
      operation: 'add',
      input: {
        name: '裁量基准',
        cause_id: await causeOf(code),
        basis_doc: '本局裁量基准（2026年版）',
        effective_from: shanghaiToday(),
        grades,
      },
    })
  ).id;
const review = (id: number) =>
  write(on.engine, discretionStandard, reviewer, { operation: 'move', move: 'review', id, input: {} });

async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('not refused');
  return (error.data as { errors?: unknown } | null)?.errors ?? error.messageIn('zh-cn');
}

test('grades that leave a gap, overlap or go beyond the statute are refused where they are', async () => {
  expect(await refusal(add('TA11', [grade('lenient', 5000, 20_000), grade('severe', 30_000, 50_000)]))).toEqual({
    'grades.1.fine_from': ['20000.00 至 30000.00 没有档次'],
  });
  expect(await refusal(add('TA11', [grade('lenient', 5000, 30_000), grade('severe', 20_000, 50_000)]))).toEqual({
    'grades.1.fine_from': ['与第 1 行重叠：20000.00 至 30000.00'],
  });
  expect(await refusal(add('TA11', [grade('ordinary', 5000, 60_000)]))).toEqual({
    'grades.0.fine_to': ['超出法定幅度 5000.00 至 50000.00'],
  });
});

test('a standard is approved when each fine of its cause is graded', async () => {
  expect(await refusal(review(await add('TA11', [])))).toBe('还没有裁量档次，不能审核');
  const id = await add('TA19', [grade('ordinary', 100_000, 500_000)]);
  expect(await refusal(review(id))).toBe('罚款幅度第 2 行还没有裁量档次');
  await write(on.engine, discretionStandard, editor, {
    operation: 'edit',
    id,
    input: { grades: [grade('ordinary', 100_000, 500_000), grade('ordinary', 10_000, 50_000, 2)] },
  });
  await review(id);
});

test('another cause brings another range', async () => {
  const id = await add('TA11', [grade('ordinary', 5000, 50_000)]);
  const edit = write(on.engine, discretionStandard, editor, {
    operation: 'edit',
    id,
    input: { cause_id: await causeOf('TA13') },
  });
  expect(await refusal(edit)).toEqual({ 'grades.0.fine_from': ['超出法定幅度 20000.00 至 200000.00'] });
});

test('a fine of a cause has amounts or multiples', async () => {
  const added = write(on.engine, violationCause, editor, {
    operation: 'add',
    input: {
      code: 'XX01',
      name: '测试案由',
      domain: 'travel',
      subject: 'org',
      basis: '旅游法第九十九条',
      penalty_kinds: ['fine'],
      penalty_text: '罚款',
      prescription_years: '2',
      penalties: [{ subject: 'org', base: 'fixed', fine_min: '100.00', fine_max: '50.00' }],
    },
  });
  expect(await refusal(added)).toEqual({ 'penalties.0.fine_max': ['上限不能低于下限'] });
});
