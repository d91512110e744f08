import { byDay, split } from '#kernel/module/wall-panel-query.ts';
import { addDays, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import {
  type PanelRequest,
  parsePanelDayRange,
  readPanelAreaFilter,
} from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { rowsAtMomentSql } from '#server/wall-panel/rows-at-past-moment-sql.ts';
import { opinionAlert } from '../contract/opinion-alert.ts';
import { openAlertStates, opinionLevelOrder } from '../contract/opinion-alert-verdicts-findings-and-levels.ts';
import { opinionItem } from '../contract/opinion-post.ts';
import {
  mostHotTerms,
  type OpinionWallPanel,
  openAlertConditions,
  opinionWallPanelDays,
} from '../contract/opinion-wall-panels.ts';

const readTrend = createWallPanelReader({
  of: opinionItem,
  source: 'opinion',
  days: opinionWallPanelDays,
  shape: {
    trend: byDay('publish_at', { by: { field: 'sentiment', values: ['positive', 'neutral', 'negative'] } }),
  },
});
const readLevels = createWallPanelReader({
  of: opinionAlert,
  source: 'opinion',
  shape: { levels: split('level', { where: openAlertConditions }) },
});

type Trend = Omit<OpinionWallPanel, 'trend' | 'words' | 'alerts' | 'levels'> & {
  trend: readonly { d: string; positive: number; neutral: number; negative: number }[];
};

const mostAlerts = 20;

/** `screen.opinion` (domain reference, Appendix F): posts by day and sentiment, hot words, and open alerts. */
export async function readOpinionWallPanel(context: PanelRequest): Promise<OpinionWallPanel> {
  const { trend, ...head } = (await readTrend(context)) as Trend;
  const { levels } = (await readLevels(context)) as Pick<OpinionWallPanel, 'levels'>;
  const { database, query, past } = context;
  const { inside } = await readPanelAreaFilter(context);
  const today = toShanghaiDate(new Date(head.asof * 1000).toISOString());
  const { from, to } = parsePanelDayRange(query, today, opinionWallPanelDays);
  const midnight = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`;
  const hotTerms = await database.rows<OpinionWallPanel['words'][number] & Record<string, unknown>>(sql`
    select w.id, w.word as w, s.n, s.s from (
      select f.id, count(*)::int as n, round(avg(t.score)::numeric, 2)::float8 as s
      from ${rowsAtMomentSql(opinionItem, past)} cross join lateral unnest(t.terms) f (id)
      where ${inside('t')} and t.publish_at >= ${midnight(from)} and t.publish_at < ${midnight(addDays(to, 1))}
      group by f.id order by n desc, f.id limit ${mostHotTerms}) s
    join opinion_term w on w.id = s.id order by s.n desc, w.id`);
  const alerts = await database.rows<OpinionWallPanel['alerts'][number] & Record<string, unknown>>(sql`
    select t.id, t.level, t.title, t.status, greatest(floor((${head.asof}::float8 - extract(epoch from t.raised_at)) / 60), 0)::int as age_min
    from ${rowsAtMomentSql(opinionAlert, past)} where ${inside('t')} and t.status = any(${[...openAlertStates]}::text[])
    order by array_position(${[...opinionLevelOrder]}::text[], t.level) desc, t.raised_at desc, t.id desc limit ${mostAlerts}`);
  return {
    ...head,
    state: head.state === 'ok' || alerts.length > 0 ? 'ok' : 'empty',
    trend: trend.map(({ d, positive, neutral, negative }) => ({ d, pos: positive, neu: neutral, neg: negative })),
    words: hotTerms,
    alerts,
    levels,
  };
}
