import { text } from '#kernel/text/text.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { ServerModule } from '#server/platform/server-module-declaration.ts';
import { moveRowsInBatches } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { anonymiseTourists } from './tourist/anonymise-tourists-after-retention.ts';

/** Hours after the end in which the agency may finish a team itself. */
const finishesAfter = 12;

/**
 * Text that lists the stops without a check-in where fewer than four in five have one: people must explain this, and
 * so does the task. Null where enough were visited.
 */
const unvisited = (sentence: string, comma: string) =>
  sql`(select case when count(s.actual_arrive) * 5 < count(*) * 4 then
    left(format(${sentence}, count(*), count(s.actual_arrive),
      string_agg(s.name, ${comma} order by s.day_no, s.weigh) filter (where s.actual_arrive is null)), 500) end
  from travel_itinerary_stop s where s.itinerary_id = t.id and s.poi_type <> 'transfer')`;
const unvisitedChinese = unvisited('到时自动结束：%s 个站点签到 %s 个，未签到：%s', '、');
const unvisitedEnglish = unvisited('Ended automatically: of %s stops, %s have a check-in. Without one: %s', ', ');

/** Starts teams at their departure and finishes them twelve hours after their end, with history. */
export async function startAndFinishTeams(
  engine: Engine,
  now = new Date(),
): Promise<{ departed: number; finished: number }> {
  const departed = await moveRowsInBatches(engine, itinerary, systemCaller(), {
    move: 'depart',
    where: sql`t.start_at <= ${now.toISOString()}::timestamptz
      and not exists (select from travel_dispatch d where d.itinerary_id = t.id and d.status = 'asked')`,
    set: { departed_at: sql`t.start_at` },
    ignoresGuards: true,
  });
  const finished = await moveRowsInBatches(engine, itinerary, systemCaller(), {
    move: 'finish',
    where: sql`t.end_at + ${`${finishesAfter} hours`}::interval <= ${now.toISOString()}::timestamptz`,
    set: {
      finished_at: sql`t.end_at`,
      finish_note: sql`coalesce(t.finish_note, ${unvisitedChinese})`,
    },
    english: { finish_note: sql`case when t.finish_note is null then ${unvisitedEnglish} else t.finish_note_en end` },
  });
  return { departed, finished };
}

export const teamScheduledTasks: ServerModule['scheduled'] = {
  move_teams_on: {
    label: text('团队自动出团与结束', 'Start and end teams automatically'),
    at: '* * * * *',
    async run(engine) {
      await startAndFinishTeams(engine);
    },
  },
  forget_tourists: {
    label: text('匿名化保存期满的游客', 'Anonymise tourists past the retention period'),
    at: '30 3 * * *',
    async run(engine, { signal }) {
      const done = await anonymiseTourists(engine, { signal });
      if (done.teams > 0) engine.log.info({ ...done }, 'tourists anonymised');
    },
  },
};
