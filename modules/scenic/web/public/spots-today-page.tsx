import { useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import {
  type SpotExpected,
  type SpotToday,
  spotsTodayPage,
} from '../../contract/public-page-of-crowds-at-spots-today.ts';
import { spotGrades } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import { useSpotsToday } from './use-spots-today.ts';
import '#web/sign-in/page/sign-in.css';
import './spots-today-page.css';

const texts = {
  lead: text(
    '各景区此刻的客流与最大承载量，每分钟更新。出发前看一眼，错峰出行。',
    'How full scenic spots are at this moment, updated every minute. Look before you go.',
  ),
  search: text('按名称查找', 'Find by name'),
  failed: text('没有读到客流，请稍后再试。', 'The figures could not be loaded. Please try again later.'),
  reading: text('正在读取…', 'Loading…'),
  none: text('没有符合的景区。', 'No scenic spot matches.'),
  asof: text('更新于 {at}', 'Updated {at}'),
  inside: text('在园 {inside} 人，最大承载 {max} 人', '{inside} inside, holds {max}'),
  hours: text('今日 {opens}—{closes}', 'Today {opens}–{closes}'),
  shut: text('今日不开放', 'Shut today'),
  noHours: text('开放时间以景区公告为准', 'Ask the spot for its hours'),
  reserve: text('须预约', 'Book ahead'),
  peak: text('预计 {at} 最多，约 {percent}%（{low}—{high}%）', 'Busiest about {at}: {percent}% ({low}–{high}%)'),
  levelAt: text('约 {at} {load}', '{load} about {at}'),
  lost: text('暂无实时数据', 'No live data'),
  lostSince: text('{at} 之后没有数据', 'No data since {at}'),
  demonstration: text('演示数据，不是真实客流。', 'Demonstration: these are not real visitors.'),
  noLimit: text('未核定承载量', 'No capacity on record'),
} as const;

/** Words of a level for visitors. */
const loads: Readonly<Record<number, Text>> = {
  0: text('舒适', 'Comfortable'),
  80: text('较拥挤', 'Busy'),
  90: text('拥挤', 'Crowded'),
  100: text('已满', 'Full'),
};
const states: Readonly<Partial<Record<SpotToday['status'], Text>>> = {
  limited: text('限流中', 'Entry limited'),
  closed: text('已关闭', 'Closed'),
  maintenance: text('维护中', 'Under maintenance'),
};

/** `/spots`: how full scenic spots are today, for tourists on a phone. */
export default function SpotsTodayPage() {
  const t = useText();
  const [quick, setQuick] = useState('');
  const { answer, failed } = useSpotsToday(quick.trim());
  return (
    <PublicPageLayout>
      <div className="xj-spots">
        <h1>{t(spotsTodayPage.title)}</h1>
        <p>{t(texts.lead)}</p>
        <input
          type="search"
          maxLength={40}
          value={quick}
          aria-label={t(texts.search)}
          placeholder={t(texts.search)}
          onChange={(event) => setQuick(event.target.value)}
        />
        {failed ? (
          <p role="alert">{t(texts.failed)}</p>
        ) : answer === undefined ? (
          <p role="status">{t(texts.reading)}</p>
        ) : (
          <>
            {answer.demonstration && <p className="xj-spots-demonstration">{t(texts.demonstration)}</p>}
            <small role="status">{t(texts.asof, { at: formatMinute(answer.asof) })}</small>
            {answer.spots.length === 0 && <p className="xj-spots-none">{t(texts.none)}</p>}
            <ul>
              {answer.spots.map((one) => (
                <Spot key={one.id} one={one} />
              ))}
            </ul>
          </>
        )}
      </div>
    </PublicPageLayout>
  );
}

const number = new Intl.NumberFormat('en-US');

function Spot({ one }: { readonly one: SpotToday }) {
  const t = useText();
  const english = currentLocale() === 'en';
  const name = english ? one.name_en : one.name;
  const grade = one.grade === 'none' ? undefined : spotGrades[one.grade as keyof typeof spotGrades];
  const state = states[one.status];
  const notice = english ? one.notice_en : one.notice;
  const hours = one.shut ? t(texts.shut) : one.hours ? t(texts.hours, one.hours) : t(texts.noHours);
  return (
    <li data-level={one.level ?? undefined} data-lost={one.state === 'ok' ? undefined : ''}>
      <header>
        <h2>{name}</h2>
        {state && <strong className="xj-spots-state">{t(state)}</strong>}
      </header>
      <p className="xj-spots-where">
        {[english ? one.area_en : one.area, grade && t(grade), hours, one.reserve_required && t(texts.reserve)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Load one={one} />
      {one.expected && <Expected of={one.expected} />}
      {notice && <p className="xj-spots-notice">{notice}</p>}
    </li>
  );
}

/** How full a spot is, as a word, a bar and figures; without live data it is grey and says so. */
function Load({ one }: { readonly one: SpotToday }) {
  const t = useText();
  if (one.state !== 'ok' || one.inside === null)
    return (
      <p className="xj-spots-lost">
        {one.at === null ? t(texts.lost) : t(texts.lostSince, { at: formatMinute(one.at) })}
      </p>
    );
  if (one.instant_max === null || one.percent === null) return <p className="xj-spots-lost">{t(texts.noLimit)}</p>;
  const figures = t(texts.inside, { inside: number.format(one.inside), max: number.format(one.instant_max) });
  return (
    <div className="xj-spots-load">
      <b>
        {t(loads[one.level ?? 0] ?? texts.lost)} <span>{one.percent}%</span>
      </b>
      <div className="xj-spots-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, one.percent)}%` }} />
      </div>
      <small>{figures}</small>
    </div>
  );
}

/** The peak still to come, and when it will be crowded. */
function Expected({ of }: { readonly of: SpotExpected }) {
  const t = useText();
  const load = of.level === null ? undefined : loads[of.level];
  return (
    <p className="xj-spots-expected">
      {load && of.level_at !== null && <b>{t(texts.levelAt, { at: of.level_at, load: t(load) })}</b>}
      <span>{t(texts.peak, { at: of.peak_at, percent: of.percent, low: of.low, high: of.high })}</span>
    </p>
  );
}
