import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { text } from '#kernel/text/text.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { formatDay, formatMoment } from '#web/cell/format/date-format.ts';
import type { DueUnit } from '#web/cell/format/format-time-left-until-deadline.ts';
import { formatLongDay } from '#web/cell/format/long-day-month-and-weekday-format.ts';
import { StatusToneIcon } from '#web/cell/status-tone-icon.tsx';
import { GuidedTourOffer } from '#web/help/guided-tour-offer.tsx';
import { WireError } from '#web/http/client.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, languageTag, useText } from '#web/i18n/locale.ts';
import type { MenuEntry } from '#web/session/menu-of-signed-in-user.ts';
import { useAdmin, useAdminSession } from '#web/session/session.ts';
import { formatKeysForPlatform } from '#web/tab/run-offered-action-of-pressed-shortcut-keys.ts';
import { Icon } from '#web/theme/icon.tsx';
import { startGuidedTour } from '../../help/guided-tour-host.tsx';
import { useCommandPalette } from '../command-palette/command-palette-state.ts';
import { greetingAt } from './greeting.ts';

import './officer-dashboard-of-to-dos-and-deadlines-page.css';

const texts = {
  hello: text('{greeting}，{name}', '{greeting}, {name}'),
  todo: text('待办', 'To do'),
  count: text('项', 'open'),
  overdue: text('其中 {count} 项已超期', '{count} overdue'),
  allDone: text('没有待办事项', 'No to-dos'),
  allDoneText: text('新的申请到达时，这里会立即出现。', 'New applications appear here as soon as they arrive.'),
  failed: text('暂时读不到待办', 'To-dos cannot be loaded right now'),
  retry: text('重试', 'Try again'),
  loading: text('读取中', 'Loading'),
  alarms: text('{count} 项定时任务未按时完成', '{count} scheduled {count|task|tasks} missed'),
  pressing: text('最紧迫', 'Most urgent'),
  shortcuts: text('快捷入口', 'Shortcuts'),
  search: text('查找或前往', 'Search or go to'),
};

interface Todo {
  resource: string;
  title: string;
  count: number;
  /** How many of them are past their deadline. */
  overdue: number;
  path: string;
  overdue_path: string;
}

interface Pressing {
  resource: string;
  id: number;
  title: string;
  state: string;
  tone: Tone;
  due_at: number;
  unit: DueUnit | null;
}

interface Dashboard {
  remark: string;
  todo: Todo[];
  pressing: Pressing[];
  /** Missed scheduled tasks, for those who run the platform. */
  alarms: number;
}

/** Numbers are exact up to this; beyond it there are more. */
const maxCounted = 10_000;
const figureText = (n: number): string =>
  n > maxCounted ? `${maxCounted.toLocaleString(languageTag())}+` : n.toLocaleString(languageTag());

const inArea = (path: string): string => (path.startsWith('/') ? path : `/admin/${path}`);

/** The first entries with a target, except this page. */
function shortcutsOf(entries: readonly MenuEntry[]): MenuEntry[] {
  return entries
    .flatMap((entry) => entry.children ?? [entry])
    .filter((entry) => (entry.to ?? entry.href) && !entry.to?.endsWith('/dashboard'))
    .slice(0, 8);
}

/** The rows with the nearest deadlines. */
function PressingList({ rows }: { rows: readonly Pressing[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="xj-pressing-heading">
      <h2 id="xj-pressing-heading">{t(texts.pressing)}</h2>
      <ol className="xj-pressing">
        {rows.map((row) => (
          <li key={`${row.resource} ${row.id}`}>
            <Link to={`/admin/${row.resource}/${row.id}`}>
              <strong>{row.title}</strong>
              <span className="xj-tag" data-tone={row.tone}>
                <StatusToneIcon tone={row.tone} />
                {row.state}
              </span>
              <DueCountdown due={row.due_at} unit={row.unit} />
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Warning about missed scheduled tasks. */
function Alarm({ count }: { count: number }) {
  const t = useText();
  if (count === 0) return null;
  return (
    <Link className="xj-alarm" to="/admin/system/schedule">
      <StatusToneIcon tone="bad" />
      {t(texts.alarms, { count })}
    </Link>
  );
}

/** A problem that this user can solve. */
function Remark({ content }: { content: string }) {
  return content === '' ? null : (
    <Link className="xj-alarm" to="/admin/system/timeRule">
      <StatusToneIcon tone="bad" />
      {content}
    </Link>
  );
}

function TodoHeading() {
  const t = useText();
  return <h2 id="xj-todo-heading">{t(texts.todo)}</h2>;
}

/** The user's open work, loaded again soon after an event. */
function useDashboard() {
  const dashboard = useQuery({
    queryKey: ['dashboard'],
    queryFn: queryFnFor<Dashboard>('/admin/dashboard/dashboard'),
  });
  const { refetch } = dashboard;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToLiveEvents(['event'], () => {
      // A batch causes many events at once: load once after them.
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), 800);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [refetch]);
  return dashboard;
}

function TodoList() {
  const t = useText();
  const { data, error, isPending, refetch } = useDashboard();
  if (isPending) {
    return (
      <>
        <TodoHeading />
        <ul className="xj-todo" aria-label={t(texts.loading)}>
          {[1, 2, 3, 4].map((at) => (
            <li key={at} className="xj-todo-ghost" />
          ))}
        </ul>
      </>
    );
  }
  if (error) {
    return (
      <>
        <TodoHeading />
        <div className="xj-todo-none" role="alert">
          <strong>{t(texts.failed)}</strong>
          <p>
            {error.message} {error instanceof WireError && error.requestId && <code>{error.requestId}</code>}
          </p>
          <button type="button" className="xj-button" onClick={() => void refetch()}>
            {t(texts.retry)}
          </button>
        </div>
      </>
    );
  }
  const waiting = data.todo.filter((one) => one.count > 0);
  if (waiting.length === 0) {
    return (
      <>
        <Alarm count={data.alarms} />
        <Remark content={data.remark} />
        <TodoHeading />
        <div className="xj-todo-none">
          <strong>{t(texts.allDone)}</strong>
          <p>{t(texts.allDoneText)}</p>
        </div>
      </>
    );
  }
  return (
    <>
      <Alarm count={data.alarms} />
      <Remark content={data.remark} />
      <div className="xj-todo-parts">
        <section aria-labelledby="xj-todo-heading">
          <TodoHeading />
          <ul className="xj-todo">
            {waiting.map((one) => (
              <li key={one.path}>
                <Link to={inArea(one.path)}>
                  <span className="xj-todo-title">{one.title}</span>
                  <span className="xj-todo-count">
                    <strong>{figureText(one.count)}</strong> {t(texts.count)}
                  </span>
                </Link>
                {one.overdue > 0 && (
                  <Link className="xj-todo-overdue" to={inArea(one.overdue_path)}>
                    {t(texts.overdue, { count: figureText(one.overdue) })}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </section>
        <PressingList rows={data.pressing} />
      </div>
    </>
  );
}

/** The dashboard: open work, deadlines and shortcuts. */
export default function OfficerDashboardOfToDosAndDeadlines() {
  const t = useText();
  const admin = useAdmin();
  const entries = useAdminSession((state) => state.menus?.entries) ?? [];
  const openPalette = useCommandPalette((state) => state.setOpen);
  const name = admin?.nickname || admin?.username || '';
  return (
    <div className="xj-workbench">
      <header className="xj-hello">
        <h1>{t(texts.hello, { greeting: t(greetingAt(Number(formatMoment(serverNow()).slice(11, 13)))), name })}</h1>
        <p>{formatLongDay(formatDay(serverNow()), currentLocale())}</p>
      </header>
      <GuidedTourOffer onStart={startGuidedTour} />
      <div>
        <TodoList />
      </div>
      <section aria-labelledby="xj-shortcut-heading">
        <h2 id="xj-shortcut-heading">{t(texts.shortcuts)}</h2>
        <ul className="xj-shortcuts">
          {shortcutsOf(entries).map((entry) => (
            <li key={entry.key}>
              {entry.to ? (
                <Link to={entry.to}>
                  <Icon name={entry.icon} />
                  {entry.title}
                </Link>
              ) : (
                <a href={entry.href} target="_blank" rel="noreferrer">
                  <Icon name={entry.icon} />
                  {entry.title}
                </a>
              )}
            </li>
          ))}
          <li>
            <button type="button" onClick={() => openPalette(true)}>
              <Icon name="compass" />
              {t(texts.search)} <kbd>{formatKeysForPlatform('Ctrl+K')}</kbd>
            </button>
          </li>
        </ul>
      </section>
    </div>
  );
}
