import { Link } from 'react-router';
import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import type { RoleInRow } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { StatusToneIcon } from '#web/cell/status-tone-icon.tsx';
import { useText } from '#web/i18n/locale.ts';
import { useAllModules } from '#web/resource/declaration-loader.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { can } from '#web/session/session.ts';

import './member-home-sections.css';

const texts = {
  mine: text('我的{label}', 'My {label}'),
  self: text('本人执业', 'My practice'),
  decided: text('最近的通知', 'Latest notifications'),
  all: text('全部消息', 'All messages'),
  begin: text('从这里开始', 'Get started'),
  acts: text('常用操作', 'What you do most'),
  every: text('全部 {n} 条', 'all {n}'),
};

/** A record the member acts for, with role and state. */
export interface HeldRecordLine {
  resource: string;
  id: number;
  title: string;
  /** Null if the record is the member. */
  role: RoleInRow | null;
  state: string;
  tone: Tone;
  to?: string;
}

/** A recent message. */
export interface RecentNoticeLine {
  id: number;
  label: string;
  content: string;
  createtime: number;
}

/** A first step for members who hold nothing. */
export interface FirstStepLine {
  label: string;
  text: string;
  to: string;
}

/** A daily task. */
export interface DailyTaskLine {
  resource: string;
  title: string;
  path: string;
}

/** A section of rows dated today or soon. */
export interface TodaySection {
  resource: string;
  title: string;
  none: string | null;
  count: number;
  path: string;
  rows: { id: number; title: string; at: number | string | null; state: string; tone: Tone }[];
}

/** Most tasks shown as buttons; others are found in their lists. */
const mostActs = 4;

/** Buttons for daily tasks. */
export function DailyTasks({ lines }: { lines: readonly DailyTaskLine[] }) {
  const t = useText();
  const offered = lines.filter(({ resource }) => can(`${resource}/add`)).slice(0, mostActs);
  if (offered.length === 0) return null;
  return (
    <nav className="xj-home-acts" aria-label={t(texts.acts)}>
      {offered.map((one, place) => (
        <Link
          key={one.resource}
          to={one.path}
          className="xj-button"
          // the first task is primary
          data-tone={place === 0 ? 'primary' : undefined}
        >
          {one.title}
        </Link>
      ))}
    </nav>
  );
}

/** Formats the time, without the date if the title contains it. */
function timeWithoutDay({ title, at }: TodaySection['rows'][number]): string {
  const formatted = typeof at === 'number' ? formatMinute(at) : (at ?? '');
  return title.includes(formatted.slice(0, 10)) ? formatted.slice(11) : formatted;
}

/** Current and upcoming rows in order of time; the count links to the full list. */
export function TodayAndSoon({ parts }: { parts: readonly TodaySection[] }) {
  const t = useText();
  return parts
    .filter((one) => can(`${one.resource}/index`) && (one.count > 0 || one.none !== null))
    .map((one) => {
      const id = `xj-home-${one.path.replace(/\W+/g, '-')}`;
      return (
        <section key={one.path} aria-labelledby={id} className="xj-home-today">
          <h2 id={id}>
            {one.title}
            {one.count > 0 && (
              <Link to={one.path} aria-label={`${one.title} ${t(texts.every, { n: one.count })}`}>
                {one.count}
              </Link>
            )}
          </h2>
          {one.count === 0 && <p className="xj-overview-note">{one.none}</p>}
          <ul className="xj-home-lines">
            {one.rows.map((row) => (
              <li key={row.id}>
                <Link to={`/user/${one.resource}/${row.id}`}>
                  <strong>{row.title}</strong>
                  <small>{timeWithoutDay(row)}</small>
                  {row.state && (
                    <span className="xj-tag" data-tone={row.tone}>
                      <StatusToneIcon tone={row.tone} />
                      {row.state}
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      );
    });
}

/** Records the member acts for, by resource: name, role and state. */
export function HeldRecords({ lines }: { lines: readonly HeldRecordLine[] }) {
  useAllModules();
  const t = useText();
  return [...new Set(lines.map(({ resource }) => resource))].map((name) => {
    const label = findResource(name)?.label;
    const id = `xj-home-${name.replace('/', '-')}`;
    return (
      <section key={name} aria-labelledby={id}>
        <h2 id={id}>
          {lines.some(({ resource, role }) => resource === name && role === null)
            ? t(texts.self)
            : label
              ? t(texts.mine, { label: t(label).toLowerCase() })
              : name}
        </h2>
        <ul className="xj-home-lines">
          {lines
            .filter(({ resource }) => resource === name)
            .map((one) => (
              <li key={one.id}>
                <Link to={`/user/${one.to ?? `${one.resource}/${one.id}`}`}>
                  <strong>{one.title}</strong>
                  {one.role && <small>{t(roleInRowLabels[one.role])}</small>}
                  {one.state && (
                    <span className="xj-tag" data-tone={one.tone}>
                      <StatusToneIcon tone={one.tone} />
                      {one.state}
                    </span>
                  )}
                </Link>
              </li>
            ))}
        </ul>
      </section>
    );
  });
}

/** Latest messages, with a link to all. */
export function RecentNotices({ lines }: { lines: readonly RecentNoticeLine[] }) {
  const t = useText();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="xj-home-decided">
      <h2 id="xj-home-decided">{t(texts.decided)}</h2>
      <ul className="xj-home-told">
        {lines.map((one) => (
          <li key={one.id}>
            <strong>{one.label}</strong>
            <time>{formatMinute(one.createtime)}</time>
            <p>{one.content}</p>
          </li>
        ))}
      </ul>
      <Link to="/user/message/notice">{t(texts.all)}</Link>
    </section>
  );
}

/** First steps for members who hold nothing yet. */
export function FirstSteps({ lines }: { lines: readonly FirstStepLine[] }) {
  const t = useText();
  return (
    <section aria-labelledby="xj-home-begin">
      <h2 id="xj-home-begin">{t(texts.begin)}</h2>
      <ul className="xj-home-begin">
        {lines.map((one) => (
          <li key={one.label}>
            <Link to={one.to}>
              <strong>{one.label}</strong>
              <span>{one.text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
