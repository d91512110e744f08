import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useId } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { type Article, article } from '../../contract/law/article-of-law.ts';
import { groupArticlesByChapter } from '../../contract/law/group-articles-by-chapter.ts';
import { law } from '../../contract/law/law.ts';
import { LawArticleText } from './law-article-text-and-marked-changes.tsx';
import './law.css';

const texts = {
  contents: text('目录', 'Contents'),
  whole: text('正文', 'Text'),
  none: text(
    '还没有条文。编辑本法规，可从文件或粘贴的文本导入。',
    'There are no articles yet. Edit the law to import them from a file or pasted text.',
  ),
};

/** The text of a law, to be read, with its table of contents. */
export default function LawTextPanel({ resource, row }: RecordPanelProps) {
  const id = useId();
  const phone = useIsPhone();
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'articles', row.id, row.version],
    queryFn: ({ signal }) => loadChildRows(resource, row, { signal }),
    enabled: row.articles === null,
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const given = row.articles ?? data?.articles;
  if (given === undefined) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
  const articles = childRowsIn(given) as unknown as readonly Article[];
  if (articles.length === 0) return <p className="xj-law-note">{translate(texts.none)}</p>;
  const chapters = groupArticlesByChapter(articles);
  const contents = (
    <ol>
      {chapters.map(({ heading, articles: [first] }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a heading may occur twice
        <li key={at}>
          <a href={`#${id}-${at}`} onClick={(event) => scrollTo(event, `${id}-${at}`)}>
            {heading || first?.article_no}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <LawFacts row={row} />
      <div className="xj-law-text">
        {chapters.length > 1 && (
          <nav className="xj-law-contents" aria-label={translate(texts.contents)}>
            {phone ? (
              <details>
                <summary>{translate(texts.contents)}</summary>
                {contents}
              </details>
            ) : (
              contents
            )}
          </nav>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <section className="xj-law-body" tabIndex={0} aria-label={translate(texts.whole)}>
          {chapters.map(({ heading, articles: list }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <section key={at} id={`${id}-${at}`} tabIndex={-1} aria-label={heading || translate(texts.whole)}>
              {heading && <h3>{heading}</h3>}
              {list.map((one) => (
                <div key={one.id} className="xj-law-article">
                  <Link to={resourcePath(article, one.id)}>{one.article_no}</Link>
                  {one.heading && <strong> {one.heading}</strong>}
                  <LawArticleText content={one.text} />
                </div>
              ))}
            </section>
          ))}
        </section>
      </div>
    </>
  );
}

/** What the title of a law in print is followed by: rank, number, authority and days. */
function LawFacts({ row }: Pick<RecordPanelProps, 'row'>) {
  const shown = ['level', 'doc_no', 'issuer', 'published_on', 'effective_from', 'standing'] as const;
  return (
    <p className="xj-law-facts">
      {shown.map((name) =>
        row[name] === null || row[name] === '' ? null : (
          <span key={name}>
            {name.endsWith('_on') || name.endsWith('_from') ? `${translate(law.fields[name].label)} ` : ''}
            <CellValue name={name} field={law.fields[name]} row={row} />
          </span>
        ),
      )}
    </p>
  );
}

/** An address with a hash would be another page to the router. */
function scrollTo(event: { preventDefault(): void }, id: string): void {
  event.preventDefault();
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'start' });
  place?.focus({ preventScroll: true });
}
