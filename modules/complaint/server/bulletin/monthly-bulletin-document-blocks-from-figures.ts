import { centsToYuan } from '#kernel/kind/money.ts';
import { type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { complaintCategories } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { textLine, textTable } from '#server/pdf/build-text-and-table-blocks.ts';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import { complaintChannels } from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import type { MonthlyBulletinFigures } from './read-monthly-bulletin-figures.ts';

const texts = {
  title: text('旅游投诉月度通报', 'Monthly bulletin on tourism complaints'),
  month: text('（{month}）', '({month})'),
  volume: text('一、投诉数量', '1. Volume'),
  filed: text(
    '本月收到投诉 {n} 件，上月 {before} 件，去年同月 {year} 件。',
    'Complaints filed in the month: {n}; in the month before: {before}; in the same month of the year before: {year}.',
  ),
  channels: text('来源：{list}。', 'Channels: {list}.'),
  handling: text('二、办理情况', '2. Handling'),
  decided: text(
    '本月作出受理与否的决定 {n} 件，其中受理 {accepted} 件，按时决定 {inTime} 件，按时率 {share}。',
    'Decisions on acceptance: {n}, of which accepted: {accepted}; in time: {inTime} ({share}).',
  ),
  ended: text(
    '本月调处结束 {n} 件，调解成功 {settled} 件，调解成功率 {share}；自受理起平均用时 {days} 天；为投诉人挽回 {amount} 元。',
    'Ended: {n}, of which settled: {settled} ({share}); mean days since acceptance: {days}; recovered for complainants: CNY {amount}.',
  ),
  calls: text(
    '对本月办结的投诉回访 {n} 件，平均满意度 {score}（满分 5 分）。',
    'Calls after complaints closed in the month: {n}; mean satisfaction: {score} of 5.',
  ),
  cross: text('三、投诉类别与地区', '3. Categories and areas'),
  respondents: text('四、重复被投诉人', '4. Respondents with several complaints'),
  noRespondents: text('本月没有被投诉两次以上的被投诉人。', 'No respondent had more than one complaint.'),
  none: text('本月没有投诉。', 'No complaint was filed in the month.'),
  category: text('类别', 'Category'),
  total: text('合计', 'Total'),
  respondent: text('被投诉人', 'Respondent'),
  complaints: text('投诉（件）', 'Complaints'),
  responsible: text('认定有责（件）', 'Found responsible'),
  made: text('生成日期 {day}', 'Made on {day}'),
  noShare: text('—', '—'),
} as const;

/** Areas that have a column of their own in the table; the others are added up in one. */
const mostAreas = 6;
const others = text('其他', 'Others');

interface BulletinContext {
  /** `2026-11`. */
  readonly month: string;
  readonly locale: Locale;
  /** Who publishes it; '' if that is not set. */
  readonly authority: string;
  nameOfArea(code: string): string;
}

/** The blocks of a monthly bulletin. */
export function monthlyBulletinDocumentBlocks(
  figures: MonthlyBulletinFigures,
  context: BulletinContext,
): DocumentBlock[] {
  const { locale, month, authority } = context;
  const t = (one: Text, values: Readonly<Record<string, string | number>> = {}) => textIn(one, locale, values);
  const heading = (one: Text): DocumentBlock => ({ ...textLine(t(one), { size: 16, bold: true }), keepNext: true });
  const sentence = (content: string): DocumentBlock => ({ ...textLine(content, { size: 16 }), indent: true });
  const share = (part: number, whole: number) =>
    whole === 0 ? t(texts.noShare) : `${((part / whole) * 100).toFixed(1)}%`;
  const channels = figures.channels.map(
    ({ channel, n }) =>
      `${t(complaintChannels[channel as keyof typeof complaintChannels] ?? text(channel, channel))} ${n}`,
  );
  const amount = centsToYuan(figures.recovered);
  const number = (value: number | null) => (value === null ? t(texts.noShare) : value);
  return [
    textLine(t(texts.title), { size: 22, bold: true, align: 'center' }),
    textLine(t(texts.month, { month }), { size: 16, align: 'center' }),
    heading(texts.volume),
    sentence(t(texts.filed, { n: figures.filed, before: figures.filed_before, year: figures.filed_last_year })),
    ...(channels.length > 0
      ? [sentence(t(texts.channels, { list: channels.join(locale === 'en' ? ', ' : '、') }))]
      : []),
    heading(texts.handling),
    sentence(
      t(texts.decided, {
        n: figures.decided,
        accepted: figures.accepted,
        inTime: figures.decided_in_time,
        share: share(figures.decided_in_time, figures.decided),
      }),
    ),
    sentence(
      t(texts.ended, {
        n: figures.ended,
        settled: figures.settled,
        share: share(figures.settled, figures.ended),
        days: number(figures.mean_days),
        amount,
      }),
    ),
    sentence(t(texts.calls, { n: figures.answered_calls, score: number(figures.satisfaction) })),
    heading(texts.cross),
    figures.categories.length > 0 ? crossTable(figures.categories, context) : sentence(t(texts.none)),
    heading(texts.respondents),
    figures.respondents.length > 0
      ? textTable(
          [t(texts.respondent), t(texts.complaints), t(texts.responsible)],
          figures.respondents.map(({ name, n, responsible }) => [name, String(n), String(responsible)]),
          ['*', 90, 90],
        )
      : sentence(t(texts.noRespondents)),
    ...(authority ? [textLine(authority, { size: 16, align: 'right' })] : []),
    textLine(t(texts.made, { day: shanghaiToday() }), { size: 16, align: 'right' }),
  ];
}

/** Complaints by category (down) and area (across), with totals of both. */
function crossTable(
  counts: MonthlyBulletinFigures['categories'],
  { locale, nameOfArea }: BulletinContext,
): DocumentBlock {
  const sumBy = (key: (one: (typeof counts)[number]) => string) => {
    const sums = new Map<string, number>();
    for (const one of counts) sums.set(key(one), (sums.get(key(one)) ?? 0) + one.n);
    return [...sums].sort(([, one], [, other]) => other - one);
  };
  const areas = sumBy((one) => one.area_code).map(([code]) => code);
  const shown = areas.length > mostAreas ? areas.slice(0, mostAreas - 1) : areas;
  const hasOthers = shown.length < areas.length;
  const sum = (of: (one: (typeof counts)[number]) => boolean) =>
    String(counts.filter(of).reduce((total, { n }) => total + n, 0));
  const line = (label: string, within: (one: (typeof counts)[number]) => boolean): string[] => [
    label,
    ...shown.map((code) => sum((one) => within(one) && one.area_code === code)),
    ...(hasOthers ? [sum((one) => within(one) && !shown.includes(one.area_code))] : []),
    sum(within),
  ];
  const { options } = complaintCategories;
  return textTable(
    [texts.category[locale], ...shown.map(nameOfArea), ...(hasOthers ? [others[locale]] : []), texts.total[locale]],
    [
      ...sumBy((one) => one.category).map(([category]) =>
        line(options[category]?.[locale] ?? category, (one) => one.category === category),
      ),
      line(texts.total[locale], () => true),
    ],
    [120, ...Array.from({ length: shown.length + (hasOthers ? 2 : 1) }, () => '*' as const)],
  );
}
