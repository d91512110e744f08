import { type FormEvent, useEffect, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { appendQuery } from '#web/http/append-query.ts';
import { get, isCancelled } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { PublicPageLayout } from '#web/sign-in/page/public-page-layout.tsx';
import { publishedCheckResultsPage } from '../../contract/check/path-and-title-of-published-check-results-page.ts';
import './published-check-results-page.css';

const texts = {
  lead: text(
    '对企业和网站的行政检查，结果自检查结束之日起二十个工作日内公示。企业对结果有异议的，可在会员中心提出。',
    'Results of checks of enterprises and websites are published within twenty working days. An enterprise may object to its result in the member centre.',
  ),
  name: text('检查对象名称', 'Name of the checked enterprise or website'),
  find: text('查找', 'Find'),
  all: text('显示全部', 'Show all'),
  total: text('共 {n} 项', '{n} {n|result|results}'),
  none: text('还没有公示的检查结果', 'No results have been published yet'),
  noneFound: text('没有名称含“{name}”的公示结果', 'No published result has a name with “{name}”'),
  loading: text('正在读取', 'Loading'),
  retry: text('重试', 'Try again'),
  earlier: text('上一页', 'Previous page'),
  later: text('下一页', 'Next page'),
  page: text('第 {n} / {of} 页', 'Page {n} of {of}'),
  file: text('下载数据（CSV）', 'Download the data (CSV)'),
} as const;

const controller = '/api/enforcement.check';
const perPage = 20;

/** `GET publishedTable`: rows as texts in the order of the columns. */
interface PublishedTable {
  readonly columns: readonly { readonly name: string; readonly label: string }[];
  readonly list: readonly (readonly string[])[];
  readonly total: number;
}

/** `/results/checks`: results of checks for everybody, by name. */
export default function PublishedCheckResultsPage() {
  const t = useText();
  const [address, setAddress] = useSearchParams();
  const name = address.get('name') ?? '';
  const page = Math.max(1, Number.parseInt(address.get('page') ?? '', 10) || 1);
  const { table, problem, retry } = usePublishedTable(name, page);
  const goTo = (next: number) => setAddress({ ...(name ? { name } : {}), ...(next > 1 ? { page: String(next) } : {}) });
  return (
    <PublicPageLayout>
      <div className="xj-results">
        <h1>{t(publishedCheckResultsPage.title)}</h1>
        <p>{t(texts.lead)}</p>
        <Search key={name} name={name} onSearch={(next) => setAddress(next ? { name: next } : {})} />
        {problem && (
          <p role="alert">
            {problem}{' '}
            <button type="button" className="xj-button" onClick={retry}>
              {t(texts.retry)}
            </button>
          </p>
        )}
        {!table && !problem && <p role="status">{t(texts.loading)}</p>}
        {table && (
          <>
            <p role="status" className="xj-results-total">
              {table.total > 0 ? t(texts.total, { n: table.total }) : t(name ? texts.noneFound : texts.none, { name })}
            </p>
            <Results table={table} />
            <Pages page={page} of={Math.ceil(table.total / perPage)} onPage={goTo} />
          </>
        )}
        <p>
          <a
            className="xj-button"
            href={appendQuery(`${controller}/publishedFile`, { lang: currentLocale(), server: 1 })}
            download
          >
            {t(texts.file)}
          </a>
        </p>
      </div>
    </PublicPageLayout>
  );
}

/** A page of results with this text in their name. */
function usePublishedTable(name: string, page: number) {
  const locale = currentLocale();
  const [table, setTable] = useState<PublishedTable>();
  const [problem, setProblem] = useState<string>();
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when the language or `turn` changes
  useEffect(() => {
    const controls = new AbortController();
    setProblem(undefined);
    const search = name ? [{ field: 'object_name', operator: 'LIKE', val: name }] : [];
    get<PublishedTable>(
      `${controller}/publishedTable`,
      { page, limit: perPage, order: 'published_at,desc', search },
      { quiet: true, area: 'api', signal: controls.signal },
    )
      .then(setTable)
      .catch((error: unknown) => {
        if (!isCancelled(error)) setProblem(error instanceof Error ? error.message : String(error));
      });
    return () => controls.abort();
  }, [name, page, locale, turn]);
  return { table, problem, retry: () => setTurn(turn + 1) };
}

function Search({ name, onSearch }: { readonly name: string; onSearch(name: string): void }) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed.trim());
  };
  return (
    <form className="xj-results-search" onSubmit={submit}>
      <label htmlFor={id}>{t(texts.name)}</label>
      <input id={id} type="search" maxLength={100} value={typed} onChange={(event) => setTyped(event.target.value)} />
      <button type="submit" className="xj-button" data-tone="primary">
        {t(texts.find)}
      </button>
      {name && (
        <button type="button" className="xj-button" onClick={() => onSearch('')}>
          {t(texts.all)}
        </button>
      )}
    </form>
  );
}

/** Each result under the name of who was checked. */
function Results({ table: { columns, list } }: { readonly table: PublishedTable }) {
  const title = columns.findIndex(({ name }) => name === 'object_name');
  return (
    <ul className="xj-results-list">
      {list.map((row) => (
        <li key={row[0]}>
          <h2>{row[title]}</h2>
          <dl>
            {columns.map(
              ({ name, label }, at) =>
                at !== title &&
                row[at] && (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>{row[at]}</dd>
                  </div>
                ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Pages({ page, of, onPage }: { readonly page: number; readonly of: number; onPage(page: number): void }) {
  const t = useText();
  if (of < 2) return null;
  return (
    <nav className="xj-results-pages" aria-label={t(texts.page, { n: page, of })}>
      <button type="button" className="xj-button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t(texts.earlier)}
      </button>
      <span>{t(texts.page, { n: page, of })}</span>
      <button type="button" className="xj-button" disabled={page >= of} onClick={() => onPage(page + 1)}>
        {t(texts.later)}
      </button>
    </nav>
  );
}
