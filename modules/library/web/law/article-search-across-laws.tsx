import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import Search from 'antd/es/input/Search';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { versionValidities } from '#kernel/version/version-publication-lifecycle.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { useDebounced } from '#web/feedback/use-debounced.ts';
import { subscribeToLiveEvents } from '#web/http/live-event-stream-client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { DateInput } from '#web/input/control/date-time-and-year-inputs.tsx';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import { article } from '../../contract/law/article-of-law.ts';
import { law } from '../../contract/law/law.ts';
import { parseLawArticleSearch } from '../../contract/law/parse-law-article-search-text.ts';
import { LawArticleText } from './law-article-text-and-marked-changes.tsx';
import './law.css';

const texts = {
  search: text('查条文', 'Find articles'),
  how: text('例如“旅游法 35”“第三十五条”“诱骗 购物”', 'E.g. “旅游法 35”, “第三十五条”, “诱骗 购物”'),
  on: text('施行于', 'In force on'),
  now: text('不填为现行版本', 'Latest version'),
  begin: text('输入法规名称与条号，或条文中的词语。', 'Enter the title of a law and a number, or words of an article.'),
  none: text('没有找到。请核对条号，或减少词语。', 'Nothing found. Check the number, or use fewer words.'),
  found: text('{n} 条', '{n} {n|article|articles}'),
  more: text('只显示前 {n} 条，请增加词语', 'Only the first results are shown ({n}). Add more words'),
};

interface Hit {
  readonly id: number;
  readonly title: string;
  readonly standing: keyof typeof versionValidities;
  readonly article_no: string;
  readonly chapter: string | null;
  readonly heading: string | null;
  readonly text: string | null;
}

const dayField = field.date(texts.on, {});
/** Milliseconds after the last key. */
const pause = 250;
/** Milliseconds after the last change of a law or article. */
const settling = 800;

/** Finds articles across all laws, by number or words, with what was sought marked. */
export default function ArticleSearchAcrossLaws({ param, setParams }: ModuleLensProps) {
  const id = useId();
  // a search of the list that names an article
  const keyword = param('q') ?? '';
  const [typed, setTyped] = useState(param('find') ?? keyword);
  useEffect(() => {
    if (keyword !== '') setTyped(keyword);
  }, [keyword]);
  const day = param('on');
  const sought = useDebounced(typed.trim(), pause);
  const latest = useRef(setParams);
  latest.current = setParams;
  useEffect(() => latest.current({ find: sought || undefined }, { replace: true }), [sought]);
  return (
    <search className="xj-law-search">
      <div className="xj-law-tools">
        <Search
          allowClear
          aria-label={translate(texts.search)}
          placeholder={translate(texts.how)}
          value={typed}
          maxLength={100}
          onChange={({ target }) => setTyped(target.value)}
        />
        <label htmlFor={`${id}-on`}>{translate(texts.on)}</label>
        <span className="xj-law-day">
          <DateInput
            id={`${id}-on`}
            name="on"
            field={dayField}
            value={day}
            placeholder={translate(texts.now)}
            onChange={(value) => setParams({ on: typeof value === 'string' && value ? value : undefined })}
          />
        </span>
      </div>
      {sought === '' ? <p className="xj-law-note">{translate(texts.begin)}</p> : <Hits sought={sought} day={day} />}
    </search>
  );
}

function Hits({ sought, day }: { sought: string; day: string | null }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', article.name, 'find', sought, day],
    queryFn: queryFnFor<{ list: readonly Hit[]; more: boolean }>('/admin/library.article/find', {
      q: sought,
      ...(day ? { on: day } : {}),
    }),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      // an import or a publication changes many articles at once: load once after them
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), settling);
    };
    const stop = subscribeToLiveEvents([law.name, article.name], reload);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [refetch]);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { list, more } = data;
  if (list.length === 0) return <Empty description={translate(texts.none)} />;
  const { terms } = parseLawArticleSearch(sought);
  return (
    <>
      <p className="xj-law-note" role="status">
        {translate(more ? texts.more : texts.found, { n: list.length })}
      </p>
      <ol className="xj-law-hits">
        {list.map((one) => (
          <li key={one.id}>
            <p className="xj-law-side-head">
              <Link to={resourcePath(article, one.id)}>
                {one.title} {one.article_no}
              </Link>
              <OptionTag option={versionValidities[one.standing]} />
              {one.chapter && <span className="xj-law-note">{one.chapter}</span>}
            </p>
            {one.heading && <strong>{one.heading}</strong>}
            <div className="xj-law-excerpt">
              <LawArticleText content={one.text} marked={terms} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
