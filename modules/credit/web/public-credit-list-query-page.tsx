import { type FormEvent, useEffect, useState } from 'react';
import { isCreditCode, normalizeCreditCode } from '#kernel/check/credit-code.ts';
import { text } from '#kernel/text/text.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import {
  type CreditList,
  creditLists,
  listedSubjects,
  listingMeasures,
} from '../contract/credit-event-kinds-lists-and-grounds.ts';
import '#web/sign-in/page/sign-in.css';
import './public-credit-list-query-page.css';

const texts = {
  title: text('信用查询', 'Credit lists'),
  lead: text(
    '守信红榜和失信主体名单由文化和旅游主管部门依法认定公布。期满或者修复后不再公布。',
    'Trustworthy enterprises and guides and those listed for dishonesty, as decided by the culture and tourism authority. Listings are no longer shown once they end or are repaired.',
  ),
  query: text('企业名称、统一社会信用代码或导游证号', 'Enterprise, credit code or guide card number'),
  search: text('查询', 'Search'),
  all: text('全部', 'All'),
  lists: text('名单', 'Lists'),
  loading: text('正在读取…', 'Loading…'),
  none: text('没有查到公布中的记录', 'No published listing found'),
  found: text('共 {n} 条', '{n} {n|listing|listings}'),
  more: text('更多', 'More'),
  retry: text('重试', 'Try again'),
  uscc: text('统一社会信用代码', 'Credit code'),
  subject: text('列入对象', 'Listed'),
  card: text('导游证号', 'Guide card'),
  registered: text('执业单位', 'Registered with'),
  reason: text('事由', 'Reason'),
  basis: text('依据', 'Ground'),
  measures: text('管理措施', 'Measures'),
  term: text('期限', 'Period'),
  from: text('{from} 至 {until}', '{from} to {until}'),
  decision: text('决定书', 'Decision'),
  comma: text('；', '; '),
} as const;

interface PublishedListing {
  readonly id: number;
  readonly no: string;
  readonly list: CreditList;
  readonly subject: keyof typeof listedSubjects;
  readonly name: string;
  readonly uscc: string | null;
  readonly person_name: string | null;
  readonly card_no: string | null;
  readonly reason: string;
  readonly basis_no: string;
  readonly basis_authority: string;
  readonly measures: readonly (keyof typeof listingMeasures)[];
  readonly decision_no: string | null;
  readonly starts_on: string;
  readonly ends_on: string;
}

interface Question {
  readonly nameOrCode: string;
  readonly list: CreditList | '';
  readonly page: number;
}

/** What people type of a guide card; names of enterprises have other letters. */
const cardNumber = /^[A-Za-z]{0,4}[-\d\s]{6,40}$/;

/** Rows on a page. */
const limit = 20;

const conditionsOf = ({ nameOrCode, list }: Question) => {
  const code = normalizeCreditCode(nameOrCode);
  return [
    ...(nameOrCode === ''
      ? []
      : isCreditCode(code)
        ? [{ field: 'uscc', operator: '=', val: code }]
        : cardNumber.test(nameOrCode)
          ? [{ field: 'card_no', operator: '=', val: nameOrCode }]
          : [{ field: 'name', operator: 'LIKE', val: nameOrCode }]),
    ...(list === '' ? [] : [{ field: 'list', operator: '=', val: list }]),
  ];
};

/** `/credit`: everybody looks up who is on a list. */
export default function PublicCreditListQueryPage() {
  const t = useText();
  const [nameOrCode, setNameOrCode] = useState('');
  const [question, setQuestion] = useState<Question>({ nameOrCode: '', list: '', page: 1 });
  const { found, problem, retry } = usePublishedListings(question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuestion({ ...question, nameOrCode: nameOrCode.trim(), page: 1 });
  };
  return (
    <PublicPageLayout>
      <div className="xj-credit-query">
        <h1>{t(texts.title)}</h1>
        <p>{t(texts.lead)}</p>
        <search>
          <form onSubmit={submit}>
            <label htmlFor="credit-name">{t(texts.query)}</label>
            <input
              id="credit-name"
              className="xj-input"
              type="search"
              maxLength={100}
              value={nameOrCode}
              onChange={(event) => setNameOrCode(event.target.value)}
            />
            <button type="submit" className="xj-button">
              {t(texts.search)}
            </button>
          </form>
        </search>
        <ListFilter chosen={question.list} onChoose={(list) => setQuestion({ ...question, list, page: 1 })} />
        {problem && (
          <p role="alert">
            {problem}{' '}
            <button type="button" className="xj-button" onClick={retry}>
              {t(texts.retry)}
            </button>
          </p>
        )}
        {!found && !problem && <p role="status">{t(texts.loading)}</p>}
        {found && (
          <>
            <p role="status">{found.total === 0 ? t(texts.none) : t(texts.found, { n: found.total })}</p>
            <ul>
              {found.list.map((one) => (
                <Listing key={one.id} one={one} />
              ))}
            </ul>
            {found.list.length < found.total && (
              <button
                type="button"
                className="xj-button"
                onClick={() => setQuestion({ ...question, page: question.page + 1 })}
              >
                {t(texts.more)}
              </button>
            )}
          </>
        )}
      </div>
    </PublicPageLayout>
  );
}

interface Found {
  readonly list: readonly PublishedListing[];
  readonly total: number;
}

/** The listings of a question; further pages are added to those before. */
function usePublishedListings(question: Question) {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<string>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when `turn` changes
  useEffect(() => {
    const controller = new AbortController();
    setProblem(undefined);
    const query = { page: question.page, limit, order: 'published_on,desc', search: conditionsOf(question) };
    get<Found>('/api/credit.listing/published', query, { quiet: true, area: 'api', signal: controller.signal })
      .then((page) =>
        setFound((before) => (question.page > 1 && before ? { ...page, list: [...before.list, ...page.list] } : page)),
      )
      .catch((error: unknown) => {
        if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => controller.abort();
  }, [question, turn]);
  return { found, problem, retry: () => setTurn(turn + 1) };
}

function ListFilter({ chosen, onChoose }: { chosen: CreditList | ''; onChoose: (list: CreditList | '') => void }) {
  const t = useText();
  const names = ['', ...(Object.keys(creditLists) as CreditList[])] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a row of buttons
    <div role="group" aria-label={t(texts.lists)} className="xj-credit-lists">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          className="xj-button"
          aria-pressed={chosen === name}
          onClick={() => onChoose(name)}
        >
          {t(name === '' ? texts.all : creditLists[name])}
        </button>
      ))}
    </div>
  );
}

function Listing({ one }: { one: PublishedListing }) {
  const t = useText();
  const who =
    one.subject === 'legal_representative' ? `${t(listedSubjects.legal_representative)} ${one.person_name ?? ''}` : '';
  const facts: readonly (readonly [keyof typeof texts, string])[] = [
    ['subject', who],
    ['card', one.card_no ?? ''],
    ['registered', one.subject === 'guide' ? one.name : ''],
    ['uscc', one.uscc ?? ''],
    ['reason', one.reason],
    ['basis', `${one.basis_authority} ${one.basis_no}`],
    ['measures', one.measures.map((name) => t(listingMeasures[name])).join(t(texts.comma))],
    ['term', t(texts.from, { from: one.starts_on, until: one.ends_on })],
    ['decision', one.decision_no ?? ''],
  ];
  return (
    <li>
      <h2>{one.subject === 'guide' ? `${t(listedSubjects.guide)} ${one.person_name ?? ''}` : one.name}</h2>
      <p className="xj-credit-list" data-tone={creditLists[one.list].tone}>
        {t(creditLists[one.list])} <span>{one.no}</span>
      </p>
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{t(texts[name])}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
