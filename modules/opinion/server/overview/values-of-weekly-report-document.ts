import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { opinionLevels, sentiments } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { opinionAlert } from '../../contract/opinion-alert.ts';
import { alertFindings } from '../../contract/opinion-alert-verdicts-findings-and-levels.ts';

const mostTopics = 10;
const mostTerms = 20;

/** Printed documents are Chinese. */
const zh = (options: Readonly<Record<string, { readonly 'zh-cn': string }>>, value: string | null): string =>
  value === null ? '' : (options[value]?.['zh-cn'] ?? value);

/** The values of a weekly report on the seven days up to a day (YYYY-MM-DD), about the posts of an area. */
export async function valuesOfWeeklyReportDocument(db: Queryable, area: string, last: string) {
  const first = addDays(last, -6);
  const midnight = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Shanghai')`;
  const inArea = (alias: string) => sql`starts_with(${sql.id(alias, 'area_code')}, ${areaPrefix(area)})`;
  const week = sql`i.publish_at >= ${midnight(first)} and i.publish_at < ${midnight(addDays(last, 1))} and ${inArea('i')}`;
  const counts = await db.rows<{ sentiment: string; n: number }>(
    sql`select i.sentiment, count(*)::int as n from opinion_item i where ${week} group by 1`,
  );
  const topics = await db.rows<{ title: string; n: number; negatives: number; heat: number }>(sql`
    select p.title, count(*)::int as n, count(*) filter (where i.sentiment = 'negative')::int as negatives, round(sum(i.heat))::int as heat
    from opinion_item i join opinion_topic p on p.id = i.topic_id where ${week}
    group by p.id, p.title order by sum(i.heat) desc, n desc, p.id limit ${mostTopics}`);
  const alerts = await db.rows<{
    no: string;
    level: string;
    title: string;
    status: string;
    finding: string | null;
  }>(sql`
    select a.no, a.level, a.title, a.status, a.finding from ${sql.id(tableOf(opinionAlert))} a
    where a.raised_at >= ${midnight(first)} and a.raised_at < ${midnight(addDays(last, 1))} and ${inArea('a')} order by a.raised_at, a.id limit 50`);
  const terms = await db.rows<{ word: string; n: number }>(sql`
    select w.word, count(*)::int as n from opinion_item i cross join lateral unnest(i.terms) f (id) join opinion_term w on w.id = f.id
    where ${week} group by w.id, w.word order by n desc, w.id limit ${mostTerms}`);
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  const share = (sentiment: string) => {
    const n = counts.find((one) => one.sentiment === sentiment)?.n ?? 0;
    return `${zh(sentiments.options, sentiment)} ${n} 条（${total === 0 ? 0 : Math.round((n / total) * 100)}%）`;
  };
  const states: Readonly<Record<string, { readonly 'zh-cn': string }>> = opinionAlert.life?.states ?? {};
  return {
    period: `${first} 至 ${last}`,
    figures: `本周收录信息 ${total} 条，其中${['positive', 'neutral', 'negative'].map(share).join('、')}。触发预警 ${alerts.length} 件。`,
    topics:
      topics
        .map(
          ({ title, n, negatives, heat }, at) => `${at + 1}. ${title}（${n} 条，负面 ${negatives} 条，热度 ${heat}）`,
        )
        .join('\n') || '本周没有话题。',
    alerts:
      alerts
        .map(({ no, level, title, status, finding }) => {
          const found = finding === null ? '' : `，${zh(alertFindings, finding)}`;
          return `${no} ${zh(opinionLevels.options, level)}：${title}（${zh(states, status)}${found}）`;
        })
        .join('\n') || '本周没有预警。',
    hot_terms: terms.map(({ word, n }) => `${word} ${n}`).join('、'),
  };
}
