import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { evaluation } from '#modules/evaluation/contract/evaluation-of-team-or-complaint-handling.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';

/** Overall score, the other three alike, impressions, and the comment. */
type Sample = readonly [overall: number, attitude: number, tags: readonly string[], remark: string | null];

const ofAgency: readonly Sample[] = [
  [5, 5, ['as_described', 'polite'], '行程和合同写的一样，没有进店，司机和导游都很客气。'],
  [4, 5, ['clear'], '讲解很细，酒店早餐一般。'],
  [2, 2, ['changed'], '最后一天把石林换成了花市，事先没有征求我们的意见。'],
  [5, 4, ['good_value'], null],
  [3, 3, ['slow'], '集合等了四十分钟，其他都好。'],
];

const ofComplaintHandling: readonly Sample[] = [
  [5, 5, ['quick', 'clear'], '两天就受理了，每一步都有短信告知。'],
  [4, 4, ['clear'], null],
  [3, 4, ['slow'], '调解约了两次才见上旅行社的人。'],
  [5, 5, ['polite'], '处理公平，钱已经退回来了。'],
  [4, 4, ['quick'], null],
];

/** Evaluations of an agency and of an office that handled complaints, released five at once as they always are. */
export async function addDemoEvaluations(engine: Engine): Promise<void> {
  const { db } = engine;
  if (await db.row(sql`select 1 as found from ${sql.id(tableOf(evaluation))} limit 1`)) return;
  const agency = await db.row<{ id: number; area_code: string }>(sql`
    select id, area_code from ${sql.id(tableOf(enterprise))} where ent_type = 'agency' and status = 'active' order by id limit 1`);
  if (!agency) return;
  await addSamples(engine, ofAgency, { target: 'team', enterprise_id: agency.id, area_code: agency.area_code });
  const office = await db.row<{ id: number; area_code: string }>(
    sql`select id, area_code from auth_department where area_code is not null order by length(rtrim(area_code, '0')) desc, id limit 1`,
  );
  if (office)
    await addSamples(engine, ofComplaintHandling, {
      target: 'complaint_handling',
      department_id: office.id,
      area_code: office.area_code,
    });
}

const addSamples = (
  engine: Engine,
  samples: readonly Sample[],
  subject: {
    readonly target: 'team' | 'complaint_handling';
    readonly enterprise_id?: number;
    readonly department_id?: number;
    readonly area_code: string;
  },
): Promise<number[]> => {
  const rows = samples.map(([overall, attitude, tags, remark]) => ({ overall, attitude, tags, remark }));
  return engine.db.transaction(async (tx) => {
    await addRows(
      engine,
      evaluation,
      systemCaller(),
      {
        columns: [
          'id',
          'target',
          'enterprise_id',
          'department_id',
          'area_code',
          'released_on',
          'overall',
          'attitude',
          'reliability',
          'fairness',
          'tags',
          'remark',
        ],
        select: sql`
          select nextval(pg_get_serial_sequence('evaluation', 'id')), ${subject.target}, ${subject.enterprise_id ?? null}::bigint,
            ${subject.department_id ?? null}::bigint, ${subject.area_code},
            ${addDays(shanghaiToday(), -3)}::date, r.overall, r.attitude, r.attitude, r.attitude, r.tags, r.remark
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (overall int, attitude int, tags text[], remark text)`,
      },
      tx,
    );
    const where = sql`t.status = 'pending' and t.review_ground is null`;
    return moveRows(
      engine,
      evaluation,
      systemCaller(),
      { move: 'show', where, set: { recipient_id: sql`t.enterprise_id` } },
      tx,
    );
  });
};
