import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { TextWithMarkedSearchTerms } from '#web/feedback/text-with-marked-search-terms.tsx';
import { appendQuery } from '#web/http/append-query.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { areaPaths } from '#web/session/admin-or-member-area.ts';
import { searchScreen } from '../../contract/module.ts';
import './search-everything-screen.css';

const texts = {
  lead: text(
    '企业、人员、车辆、团队、法规、检查、投诉、文书：您能看到的都能搜到。可用拼音首字母，车牌和编号不必分毫不差。',
    'Enterprises, people, vehicles, teams, laws, checks, complaints, documents: whatever you may see. First letters of pinyin work, and plates and numbers need not be exact.',
  ),
  ownLead: text(
    '企业、证照、人员、车辆、团队、检查、文书：您名下的都能搜到。可用拼音首字母，车牌和编号不必分毫不差。',
    'Enterprises, papers, people, vehicles, teams, checks, documents: whatever is yours. First letters of pinyin work, and plates and numbers need not be exact.',
  ),
  label: text('搜索内容，至少两个字', 'What to search for, at least two characters'),
  search: text('搜索', 'Search'),
  none: text('没有找到。试试少几个字，或去掉右侧的筛选。', 'Nothing found. Try fewer words, or remove the filters.'),
  start: text('输入至少两个字开始搜索', 'Type at least two characters to search'),
  found: text('{n} 条结果，最相关的在前', '{n} {n|result|results}, the best first'),
  foundMore: text('前 {n} 条结果，最相关的在前', 'The first {n} {n|result|results}, the best first'),
  filters: text('筛选', 'Filters'),
  kinds: text('类别', 'Kind'),
  areas: text('地区', 'Area'),
  years: text('年份', 'Year'),
  all: text('全部', 'All'),
  previous: text('上一页', 'Previous'),
  next: text('下一页', 'Next'),
};

interface Facet {
  readonly value: string;
  readonly label: string;
  readonly count: number;
  readonly more: boolean;
}

interface Answer {
  readonly list: readonly {
    readonly resource: string;
    readonly id: number;
    readonly title: string;
    readonly subtitle: string;
    readonly excerpt: string | null;
  }[];
  readonly total: number;
  readonly more: boolean;
  readonly terms: readonly string[];
  readonly kinds: readonly Facet[];
  readonly areas: readonly Facet[];
  readonly years: readonly Facet[];
}

const perPage = 20;
const facets = { kinds: 'resource', areas: 'area_code', years: 'year' } as const;

/** `/admin/search?q=…`, `/user/search?q=…`: everything that somebody may see, with facets. What is searched and chosen is in the address. */
export default function SearchEverythingScreen() {
  const t = useText();
  const { app } = areaPaths();
  const [address, setAddress] = useSearchParams();
  const wanted = address.get('q') ?? '';
  const [typed, setTyped] = useState(wanted);
  const [stood, setStood] = useState(wanted);
  if (stood !== wanted) {
    setStood(wanted);
    setTyped(wanted);
  }
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const chosen = Object.fromEntries([...Object.values(facets), 'page'].map((name) => [name, address.get(name) ?? '']));
  const query = useQuery({
    queryKey: ['search', app, wanted, chosen],
    queryFn: queryFnFor<Answer>(appendQuery(`/${app}/search/page`, { quick_search: wanted, ...chosen })),
    enabled: wanted.length > 1,
    // rows change: it is read anew each time
    staleTime: 0,
  });
  const choose = (name: string, value: string): void => {
    const next = new URLSearchParams(address);
    if (name !== 'page') next.delete('page');
    if (value === '') next.delete(name);
    else next.set(name, value);
    setAddress(next);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAddress({ q: typed.trim() });
  };
  return (
    <ModuleScreenFrame
      title={t(searchScreen.label)}
      lead={t(app === 'admin' ? texts.lead : texts.ownLead)}
      className="xj-search-screen"
    >
      <search>
        <form className="xj-search-ask" onSubmit={submit}>
          <input
            ref={input}
            type="search"
            aria-label={t(texts.label)}
            placeholder={t(texts.label)}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'ArrowDown' && moveToHit(event, 1)}
          />
          <Button type="primary" htmlType="submit">
            {t(texts.search)}
          </Button>
        </form>
      </search>
      {wanted.length > 1 ? (
        <QueryResultOrError query={query}>
          {(answer) => <Found answer={answer} chosen={chosen} choose={choose} />}
        </QueryResultOrError>
      ) : (
        <p role="status">{t(texts.start)}</p>
      )}
    </ModuleScreenFrame>
  );
}

/** Arrow keys go from the box through the hits. */
function moveToHit(event: KeyboardEvent, by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.xj-search-hit')];
  const at = links.indexOf(event.target as HTMLElement);
  const target = links[at + by];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

interface FoundProps {
  readonly answer: Answer;
  readonly chosen: Readonly<Record<string, string>>;
  choose(name: string, value: string): void;
}

function Found({ answer, chosen, choose }: FoundProps) {
  const t = useText();
  const page = Number(chosen.page) || 1;
  return (
    <div className="xj-search-found">
      <div>
        <p role="status">
          {answer.total === 0 ? t(texts.none) : t(answer.more ? texts.foundMore : texts.found, { n: answer.total })}
        </p>
        <ol>
          {answer.list.map((hit) => (
            <li key={`${hit.resource} ${hit.id}`}>
              <Link
                className="xj-search-hit"
                to={`${areaPaths().base}/${hit.resource}/${hit.id}`}
                onKeyDown={(event) => {
                  if (event.key === 'ArrowDown') moveToHit(event, 1);
                  if (event.key === 'ArrowUp') moveToHit(event, -1);
                }}
              >
                <TextWithMarkedSearchTerms text={hit.title} terms={answer.terms} />
              </Link>
              <small>{hit.subtitle}</small>
              {hit.excerpt && (
                <p>
                  <TextWithMarkedSearchTerms text={hit.excerpt} terms={answer.terms} />
                </p>
              )}
            </li>
          ))}
        </ol>
        {answer.total > perPage && (
          <p className="xj-search-pages">
            <Button disabled={page <= 1} onClick={() => choose('page', String(page - 1))}>
              {t(texts.previous)}
            </Button>
            <Button disabled={page * perPage >= answer.total} onClick={() => choose('page', String(page + 1))}>
              {t(texts.next)}
            </Button>
          </p>
        )}
      </div>
      <Facets answer={answer} chosen={chosen} choose={choose} />
    </div>
  );
}

function Facets({ answer, chosen, choose }: FoundProps) {
  const t = useText();
  return (
    <aside aria-label={t(texts.filters)}>
      {(['kinds', 'areas', 'years'] as const).map((kind) => {
        const name = facets[kind];
        if (answer[kind].length === 0) return null;
        return (
          <fieldset key={kind}>
            <legend>{t(texts[kind])}</legend>
            <FacetButton label={t(texts.all)} pressed={chosen[name] === ''} onChoose={() => choose(name, '')} />
            {answer[kind].map(({ value, label, count, more }) => (
              <FacetButton
                key={value}
                label={label}
                count={`${count}${more ? '+' : ''}`}
                pressed={chosen[name] === value}
                onChoose={() => choose(name, value)}
              />
            ))}
          </fieldset>
        );
      })}
    </aside>
  );
}

function FacetButton({
  label,
  count,
  pressed,
  onChoose,
}: {
  readonly label: string;
  readonly count?: string;
  readonly pressed: boolean;
  onChoose(): void;
}) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onChoose}>
      <span>{label}</span>
      {count !== undefined && <small>{count}</small>}
    </button>
  );
}
