import { byDay, split } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import { namePreparedStatement } from '#server/db/name-prepared-statement.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { createWallPanelReader } from '#server/read/list/create-wall-panel-reader.ts';
import { materialisedTotalCells } from '#server/read/list/materialised-measure-tables.ts';
import {
  type PanelAreaFilter,
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

/** Words of the posts that existed at a past moment, as {@link materialisedTotalCells} counts those of now. */
const termsAtMoment = (past: Date, { inside }: PanelAreaFilter): Sql => sql`(
  select f.id as terms, (t.publish_at at time zone 'Asia/Shanghai')::date as day, 1 as n, t.score::numeric as total
  from ${rowsAtMomentSql(opinionItem, past)} cross join lateral unnest(t.terms) f (id) where ${inside('t')})`;

/** `screen.opinion` (domain reference, Appendix F): posts by day and sentiment, hot words, and open alerts. */
export async function readOpinionWallPanel(context: PanelRequest): Promise<OpinionWallPanel> {
  const { trend, ...head } = (await readTrend(context)) as Trend;
  const { levels } = (await readLevels(context)) as Pick<OpinionWallPanel, 'levels'>;
  const { database, query, past } = context;
  const place = await readPanelAreaFilter(context);
  const today = toShanghaiDate(new Date(head.asof * 1000).toISOString());
  const { from, to } = parsePanelDayRange(query, today, opinionWallPanelDays);
  const hotTerms = await database.rows<OpinionWallPanel['words'][number] & Record<string, unknown>>(
    namePreparedStatement(sql`
    select w.id, w.word as w, s.n, s.s from (
      select t.terms as id, sum(t.n)::int as n, round(sum(t.total) / sum(t.n), 2)::float8 as s
      from ${past ? termsAtMoment(past, place) : materialisedTotalCells(opinionItem, 'hot_terms', place)} t
      where t.day between ${from}::date and ${to}::date
      group by 1 having sum(t.n) > 0 order by n desc, 1 limit ${mostHotTerms}) s
    join opinion_term w on w.id = s.id order by s.n desc, w.id`),
  );
  const alerts = await database.rows<OpinionWallPanel['alerts'][number] & Record<string, unknown>>(
    namePreparedStatement(sql`
    select t.id, t.level, t.title, t.status, greatest(floor((${head.asof}::float8 - extract(epoch from t.raised_at)) / 60), 0)::int as age_min
    from ${rowsAtMomentSql(opinionAlert, past)} where ${place.inside('t')} and t.status = any(${[...openAlertStates]}::text[])
    order by array_position(${[...opinionLevelOrder]}::text[], t.level) desc, t.raised_at desc, t.id desc limit ${mostAlerts}`),
  );
  return {
    ...head,
    state: head.state === 'ok' || alerts.length > 0 ? 'ok' : 'empty',
    trend: trend.map(({ d, positive, neutral, negative }) => ({ d, pos: positive, neu: neutral, neg: negative })),
    words: hotTerms,
    alerts,
    levels,
  };
}
