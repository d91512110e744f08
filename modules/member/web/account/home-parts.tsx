import { Link } from 'react-router';
import { type Role, roleLabels } from '#kernel/holding.ts';
import type { Tone } from '#kernel/kind/select.ts';
import { text } from '#kernel/text.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { ToneMark } from '#web/cell/tone-mark.tsx';
import { useText } from '#web/i18n/locale.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import './home-parts.css';

const words = {
  mine: text('我的{label}', 'My {label}'),
  self: text('本人执业', 'My practice'),
  decided: text('最近的通知', 'Latest notifications'),
  all: text('全部消息', 'All messages'),
  begin: text('从这里开始', 'Get started'),
};

/** Something one holds other things by, and where it stands. */
export interface StandingLine {
  resource: string;
  id: number;
  title: string;
  /** Nothing where it is they themselves. */
  role: Role | null;
  state: string;
  tone: Tone;
  to?: string;
}

/** A message one was told. */
export interface DecidedLine {
  id: number;
  label: string;
  content: string;
  createtime: number;
}

/** What somebody begins with who holds nothing. */
export interface BeginningLine {
  label: string;
  text: string;
  to: string;
}

/** What one acts for, by resource: its name, what one is there, and its state. */
export function Standings({ lines }: { lines: readonly StandingLine[] }) {
  const say = useText();
  return [...new Set(lines.map(({ resource }) => resource))].map((name) => {
    const label = findResource(name)?.label;
    const id = `xj-home-${name.replace('/', '-')}`;
    return (
      <section key={name} aria-labelledby={id}>
        <h2 id={id}>
          {lines.some(({ resource, role }) => resource === name && role === null)
            ? say(words.self)
            : label
              ? say(words.mine, { label: say(label).toLowerCase() })
              : name}
        </h2>
        <ul className="xj-home-lines">
          {lines
            .filter(({ resource }) => resource === name)
            .map((one) => (
              <li key={one.id}>
                <Link to={`/user/${one.to ?? `${one.resource}/${one.id}`}`}>
                  <strong>{one.title}</strong>
                  {one.role && <small>{say(roleLabels[one.role])}</small>}
                  {one.state && (
                    <span className="xj-tag" data-tone={one.tone}>
                      <ToneMark tone={one.tone} />
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

/** What was decided and told last, with the way to the rest. */
export function Decided({ lines }: { lines: readonly DecidedLine[] }) {
  const say = useText();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="xj-home-decided">
      <h2 id="xj-home-decided">{say(words.decided)}</h2>
      <ul className="xj-home-told">
        {lines.map((one) => (
          <li key={one.id}>
            <strong>{one.label}</strong>
            <time>{momentWords(one.createtime)}</time>
            <p>{one.content}</p>
          </li>
        ))}
      </ul>
      <Link to="/user/message/notice">{say(words.all)}</Link>
    </section>
  );
}

/** The ways in, for who has nothing here yet. */
export function Beginnings({ lines }: { lines: readonly BeginningLine[] }) {
  const say = useText();
  return (
    <section aria-labelledby="xj-home-begin">
      <h2 id="xj-home-begin">{say(words.begin)}</h2>
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
