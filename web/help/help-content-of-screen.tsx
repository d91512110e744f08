import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { useResource } from '#web/resource/declaration-loader.ts';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { useOfferedPaletteActions } from '#web/tab/command-palette-and-shortcut-action-registry.ts';
import { KeyboardShortcutRows } from '#web/tab/keyboard-shortcut-rows.tsx';
import { type ExplainedMove, type ExplainedTerm, explainResource } from './explain-resource-for-help.ts';
import { HelpCentreQuestions } from './help-centre-questions.tsx';
import { helpPage } from './help-page-registry.ts';
import { MarkdownPage } from './markdown-page.tsx';

import './help.css';

const texts = {
  search: text('在本页帮助中查找', 'Search this help'),
  print: text('打印', 'Print'),
  tour: text('五步认识界面', 'A tour in five steps'),
  moves: text('办理', 'Actions'),
  states: text('状态', 'Statuses'),
  limits: text('期限', 'Deadlines'),
  fields: text('字段', 'Fields'),
  keys: text('键盘', 'Keyboard'),
  way: text('{from} → {to}', '{from} → {to}'),
  may: text('您可以办理', 'You may'),
  mayNot: text('您没有这项权限', 'You do not have this permission'),
  none: text('本页的说明中没有找到', 'Nothing found in the notes on this page'),
  unit: {
    workingDay: text('{n} 个工作日', '{n} working {n|day|days}'),
    day: text('{n} 日', '{n} {n|day|days}'),
    hour: text('{n} 小时', '{n} {n|hour|hours}'),
    minute: text('{n} 分钟', '{n} {n|minute|minutes}'),
  },
};

/** The subject of a help page. */
export interface HelpTopic {
  /** Name of the screen. */
  readonly name: string;
  readonly title: string;
}

interface Limit {
  clock: string;
  rule: string;
  amount: number;
  unit: 'workingDay' | 'day' | 'hour' | 'minute';
  article: string;
}

interface HelpContentProps {
  topic: HelpTopic;
  onTour: () => void;
}

/** The help of a screen, filtered by a search text in lower case; empty: all of it. */
function useFoundHelp(topic: HelpTopic, wanted: string) {
  const locale = currentLocale();
  const resource = useResource(topic.name);
  const help = resource && explainResource(resource, locale);
  const page = helpPage(topic.name)?.[locale];
  const { data: source } = useQuery({
    queryKey: ['help', topic.name, locale],
    queryFn: async () => (page ? (await page()).default : ''),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data: limits = [] } = useQuery({
    queryKey: ['help limits', resource?.name, locale],
    queryFn: async () =>
      (await get<{ list: Limit[] }>('/admin/help/limits', { resource: resource?.name }, { quiet: true })).list,
    enabled: resource?.life?.clocks !== undefined && areaPaths().app === 'admin' && can(`${resource.name}/index`),
  });
  const keys = useOfferedPaletteActions().filter((one) => one.keys);
  const hits = (...parts: readonly (string | readonly string[])[]) =>
    parts.flat().join(' ').toLowerCase().includes(wanted);
  const among = <E extends ExplainedTerm>(all: readonly E[] = []) =>
    all.filter((one) => hits(one.label, one.sentences, one.name));
  return {
    moves: among(help?.moves),
    states: among(help?.states),
    fields: among(help?.fields),
    limits: limits.filter((one) => hits(one.clock, one.rule, one.article)),
    pressed: keys.filter((one) => hits(one.label, one.keys ?? '')),
    page: source && (wanted === '' || hits(source)) ? source : '',
  };
}

/** Help of a screen: the written page, what the declaration explains, the legal basis of its limits, and the keys. */
export function HelpContent({ topic, onTour }: HelpContentProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed).trim().toLowerCase();
  const resource = useResource(topic.name);
  const { moves, states, fields, limits, pressed, page } = useFoundHelp(topic, wanted);
  const nothing = [moves, states, fields, limits, pressed].every((one) => one.length === 0) && !page;
  return (
    <div className="xj-help">
      <div className="xj-help-tools">
        <input
          type="search"
          data-autofocus
          value={typed}
          placeholder={t(texts.search)}
          aria-label={t(texts.search)}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="button" className="xj-button" onClick={() => window.print()}>
          {t(texts.print)}
        </button>
        {areaPaths().app === 'admin' && (
          <button type="button" className="xj-button" onClick={onTour}>
            {t(texts.tour)}
          </button>
        )}
      </div>
      {resource?.remark && <p>{t(resource.remark)}</p>}
      {page && (
        <section>
          <MarkdownPage source={page} />
        </section>
      )}
      <HelpCentreQuestions screen={topic.name} wanted={wanted} />
      {moves.length > 0 && (
        <Part title={t(texts.moves)}>
          {moves.map((one) => (
            <MoveEntry key={one.name} move={one} />
          ))}
        </Part>
      )}
      {states.length > 0 && (
        <Part title={t(texts.states)}>
          {states.map((one) => (
            <Entry key={one.name} one={one} />
          ))}
        </Part>
      )}
      {limits.length > 0 && (
        <Part title={t(texts.limits)}>
          {limits.map((one) => (
            <Entry
              key={`${one.clock} ${one.rule}`}
              one={{
                name: one.rule,
                label: one.clock,
                sentences: [t(texts.unit[one.unit], { n: one.amount }), one.article],
              }}
            />
          ))}
        </Part>
      )}
      {fields.length > 0 && (
        <Part title={t(texts.fields)}>
          {fields.map((one) => (
            <Entry key={one.name} one={one} />
          ))}
        </Part>
      )}
      {pressed.length > 0 && (
        <Part title={t(texts.keys)}>
          <KeyboardShortcutRows actions={pressed} />
        </Part>
      )}
      {nothing && <p role="status">{t(texts.none)}</p>}
    </div>
  );
}

function MoveEntry({ move }: { move: ExplainedMove }) {
  const t = useText();
  const may = move.nodes.some((node) => can(node));
  return (
    <Entry one={move}>
      <p>
        {t(texts.way, { from: move.from.join(' / '), to: move.to.join(' / ') })} · {move.by}
      </p>
      {areaPaths().app === 'admin' && move.nodes.length > 0 && (
        <p data-may={may || undefined}>
          {t(may ? texts.may : texts.mayNot)} <code>{move.nodes.join(' ')}</code>
        </p>
      )}
    </Entry>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Entry({ one, children }: { one: ExplainedTerm; children?: React.ReactNode }) {
  return (
    <div>
      <dt>{one.label}</dt>
      <dd>
        {one.sentences.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children}
      </dd>
    </div>
  );
}
