import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatDay, formatMinute, formatMoment } from '#web/cell/format/date-format.ts';
import { formatLongDay } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { StatusToneIcon } from '#web/cell/status-tone-icon.tsx';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, languageTag, useText } from '#web/i18n/locale.ts';
import {
  ModuleScreenFrame,
  QueryResultOrError,
  RefreshButton,
} from '#web/screen/module-screen-heading-and-query-result.tsx';
import { storeMember, useMember } from '#web/session/session.ts';
import { greetingAt } from '#web/shell/dashboard/greeting.ts';
import {
  type DailyTaskLine,
  DailyTasks,
  type FirstStepLine,
  FirstSteps,
  type HeldRecordLine,
  HeldRecords,
  type RecentNoticeLine,
  RecentNotices,
  TodayAndSoon,
  type TodaySection,
} from './member-home-sections.tsx';

import './member-home-screen-with-pending-work-check-in-and-balances.css';

const texts = {
  hello: text('{greeting}，{name}', '{greeting}, {name}'),
  todo: text('待办', 'To do'),
  none: text('没有等您办理的事项', 'Nothing needs your attention'),
  noneText: text(
    '被退回的申请、要求补充的材料会出现在这里。',
    'Returned applications and requests for documents appear here.',
  ),
  balance: text('余额（元）', 'Balance (CNY)'),
  score: text('积分', 'Points'),
  checkIn: text('签到 +{n}', 'Check in: +{n}'),
  checkedIn: text('今日已签到', 'Checked in today'),
  streak: text('连续 {n} 天', 'Day {n} in a row'),
  week: text('近七天', 'The last seven days'),
  scoreWeek: text('积分变动', 'Points changes'),
  signInWeek: text('登录次数', 'Sign-ins'),
  loginDays: text('共登录 {n} 天', 'Signed in on {n} {n|day|days}'),
  moneyWeek: text('余额变动（元）', 'Balance changes (CNY)'),
  recent: text('最近变动', 'Latest changes'),
  perDay: text('{day}：{n}', '{day}: {n}'),
};

interface CheckIn {
  done: boolean;
  streak: number;
  next: number;
}

interface Overview {
  days: string[];
  score: number[];
  money: string[];
  sign_ins: number[];
  login_days: number;
  recent: { of: 'score' | 'money'; id: number; change: string; memo: string; createtime: number }[];
  check_in: CheckIn;
  todo: { resource: string; title: string; tone: Tone; count: number; path: string }[];
  today: TodaySection[];
  acts: DailyTaskLine[];
  standings: HeldRecordLine[];
  decided: RecentNoticeLine[];
  begins: FirstStepLine[];
}

const path = '/api/account/overview';

/** The member home page: pending work, holdings, and recent changes. */
export default function MemberHomeScreen() {
  const t = useText();
  const member = useMember();
  const query = useQuery({ queryKey: [path], queryFn: queryFnFor<Overview>(path, {}, { area: 'api' }), staleTime: 0 });
  const name = member?.nickname || member?.username || '';
  const greeting = t(greetingAt(Number(formatMoment(serverNow()).slice(11, 13))));
  const day = formatLongDay(formatDay(serverNow()), currentLocale());
  return (
    <ModuleScreenFrame
      className="xj-overview"
      title={t(texts.hello, { greeting, name })}
      lead={day}
      tools={<RefreshButton query={query} />}
    >
      <QueryResultOrError query={query}>
        {(overview) => (
          <>
            <DailyTasks lines={overview.acts} />
            {overview.begins.length > 0 && <FirstSteps lines={overview.begins} />}
            {(overview.begins.length === 0 || overview.todo.length > 0) && <Waiting todo={overview.todo} />}
            <TodayAndSoon parts={overview.today} />
            <HeldRecords lines={overview.standings} />
            <RecentNotices lines={overview.decided} />
            <Holdings overview={overview} money={member?.money ?? '0.00'} score={member?.score ?? 0} />
            <Weeks overview={overview} />
            {overview.recent.length > 0 && <Recent lines={overview.recent} />}
          </>
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}

/** Whether any value is not zero. */
const isMoved = (values: readonly (number | string)[]): boolean => values.some((value) => Number(value) !== 0);

/** Charts of the last seven days, only for series with any change. */
function Weeks({ overview }: { overview: Overview }) {
  const t = useText();
  const [score, money] = [isMoved(overview.score), isMoved(overview.money)];
  if (!score && !money) return null;
  return (
    <section aria-labelledby="xj-overview-week">
      <h2 id="xj-overview-week">{t(texts.week)}</h2>
      <div className="xj-weeks">
        {score && <Week title={texts.scoreWeek} days={overview.days} values={overview.score} />}
        {money && <Week title={texts.moneyWeek} days={overview.days} values={overview.money.map(Number)} />}
        <Week
          title={texts.signInWeek}
          note={t(texts.loginDays, { n: overview.login_days })}
          days={overview.days}
          values={overview.sign_ins}
        />
      </div>
    </section>
  );
}

function Waiting({ todo }: Pick<Overview, 'todo'>) {
  const t = useText();
  return (
    <section aria-labelledby="xj-overview-todo">
      <h2 id="xj-overview-todo">{t(texts.todo)}</h2>
      {todo.length === 0 ? (
        <div className="xj-overview-none">
          <strong>{t(texts.none)}</strong>
          <p>{t(texts.noneText)}</p>
        </div>
      ) : (
        <ul className="xj-overview-todo">
          {todo.map((one) => (
            <li key={one.path}>
              <Link to={one.path}>
                <StatusToneIcon tone={one.tone} />
                <span>{one.title}</span>
                <strong>{one.count}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Holdings({ overview, money, score }: { overview: Overview; money: string; score: number }) {
  const t = useText();
  const checkIn = overview.check_in;
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => post<{ points: number }>('/api/account/dailyCheckIn', {}, { area: 'api', successMessage: true }),
    onSuccess: ({ points }) => storeMember({ score: score + points }),
    onSettled: () => client.invalidateQueries({ queryKey: [path] }),
  });
  return (
    <ul className="xj-holdings">
      {overview.money.length > 0 && (Number(money) !== 0 || isMoved(overview.money)) && (
        <li>
          <Link to="/user/account/balance">
            <span>{t(texts.balance)}</span>
            <strong>{money}</strong>
          </Link>
        </li>
      )}
      {overview.score.length > 0 && (
        <li>
          <Link to="/user/account/integral">
            <span>{t(texts.score)}</span>
            <strong>{score.toLocaleString(languageTag())}</strong>
          </Link>
        </li>
      )}
      <li className="xj-check-in">
        <Button type="primary" disabled={checkIn.done} loading={make.isPending} onClick={() => make.mutate()}>
          {checkIn.done ? t(texts.checkedIn) : t(texts.checkIn, { n: checkIn.next })}
        </Button>
        {checkIn.streak > 0 && <span>{t(texts.streak, { n: checkIn.streak })}</span>}
      </li>
    </ul>
  );
}

interface WeekProps {
  title: Text;
  note?: string;
  days: readonly string[];
  values: readonly number[];
}

/** Bar chart of seven sums around a zero line: positive above, negative below. */
function Week({ title, note, days, values }: WeekProps) {
  const t = useText();
  const most = Math.max(1, ...values.map(Math.abs));
  return (
    <figure className="xj-week">
      <figcaption>
        {t(title)}
        {note && <small>{note}</small>}
      </figcaption>
      <ol>
        {days.map((day, at) => {
          const value = values[at] ?? 0;
          const shown = value.toLocaleString(languageTag());
          return (
            <li key={day} title={t(texts.perDay, { day, n: shown })}>
              <span className="xj-week-bar" data-gone={value < 0 || undefined} aria-hidden="true">
                <i style={{ height: `${(Math.abs(value) / most) * 50}%` }} />
              </span>
              <span className="xj-week-value">{shown}</span>
              <time dateTime={day}>{day.slice(5)}</time>
            </li>
          );
        })}
      </ol>
    </figure>
  );
}

function Recent({ lines }: { lines: Overview['recent'] }) {
  const t = useText();
  return (
    <section aria-labelledby="xj-overview-recent">
      <h2 id="xj-overview-recent">{t(texts.recent)}</h2>
      <ul className="xj-change-lines">
        {lines.map((one) => (
          <li key={`${one.of} ${one.id}`}>
            <span>{one.memo}</span>
            <time>{formatMinute(one.createtime)}</time>
            <strong>
              {one.change.startsWith('-') ? one.change : `+${one.change}`} {one.of === 'score' && t(texts.score)}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  );
}
