import { useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { article } from '../../contract/law/article-of-law.ts';
import { markTextChanges } from '../../contract/law/mark-text-changes.ts';
import { LawArticleText, TextWithMarkedChanges } from './law-article-text-and-marked-changes.tsx';
import './law.css';

const texts = {
  before: text('原版本', 'Earlier version'),
  after: text('新版本', 'Later version'),
  version: text('第 {n} 版（{from} 起施行）', 'Version {n} (in force from {from})'),
  undated: text('第 {n} 版', 'Version {n}'),
  summary: text(
    '修改 {changed} 条，新增 {added} 条，删去 {removed} 条，{same} 条未变',
    '{changed} changed, {added} added, {removed} removed, {same} unchanged',
  ),
  same: text('两个版本的条文相同。', 'The articles of both versions are the same.'),
  added: text('新增', 'Added'),
  removed: text('删去', 'Removed'),
  renumbered: text('条号变动，文字未变', 'Renumbered, wording unchanged'),
  absent: text('无此条', 'No such article'),
};

interface ComparedArticle {
  readonly id: number;
  readonly article_no: string;
  readonly text: string | null;
}
interface Comparison {
  readonly pairs: readonly { readonly before: ComparedArticle | null; readonly after: ComparedArticle | null }[];
  readonly same: number;
}

const nameOf = (one: WireRow): string =>
  one.effective_from
    ? translate(texts.version, { n: one.revision, from: one.effective_from })
    : translate(texts.undated, { n: one.revision });

/** Two versions of a law, article by article: first this one and the one before it. */
export default function CompareTwoLawVersionsByArticlePanel({ resource, row }: RecordPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', 'versions', row.code],
    queryFn: ({ signal }) =>
      listRows(
        resource,
        { search: [{ field: 'code', operator: '=', val: String(row.code) }], limit: 200, order: 'revision,desc' },
        { signal },
      ),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data?.list) return <Skeleton active title={false} />;
  return <ChosenVersions key={row.id} versions={data.list} row={row} />;
}

function ChosenVersions({ versions, row }: { versions: readonly WireRow[]; row: WireRow }) {
  const id = useId();
  const [pair, setPair] = useState({
    before: Number(row.previous_id ?? row.id),
    after: Number(row.previous_id === null ? (row.next_id ?? row.id) : row.id),
  });
  const options = versions.map((one) => ({ value: one.id, label: nameOf(one) }));
  return (
    <div className="xj-law-comparison">
      <div className="xj-law-tools">
        {(['before', 'after'] as const).map((side) => (
          <label key={side} htmlFor={`${id}-${side}`}>
            {translate(texts[side])}{' '}
            <Select
              id={`${id}-${side}`}
              value={pair[side]}
              options={options}
              popupMatchSelectWidth={false}
              onChange={(value) => setPair({ ...pair, [side]: value })}
            />
          </label>
        ))}
      </div>
      <Differences {...pair} />
    </div>
  );
}

function Differences({ before, after }: { before: number; after: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'library/law', 'compare', before, after],
    queryFn: queryFnFor<Comparison>('/admin/library.law/compare', { before, after }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { pairs, same } = data;
  if (pairs.length === 0) return <p>{translate(texts.same)}</p>;
  const added = pairs.filter((one) => !one.before).length;
  const removed = pairs.filter((one) => !one.after).length;
  return (
    <>
      <p>{translate(texts.summary, { added, removed, same, changed: pairs.length - added - removed })}</p>
      <div className="xj-law-sides" data-head aria-hidden>
        <b>{translate(texts.before)}</b>
        <b>{translate(texts.after)}</b>
      </div>
      {pairs.map((pair) => (
        <Pair key={`${pair.before?.id}-${pair.after?.id}`} {...pair} />
      ))}
    </>
  );
}

function Pair({ before, after }: Comparison['pairs'][number]) {
  const pieces =
    before && after && before.text !== after.text ? markTextChanges(before.text ?? '', after.text ?? '') : undefined;
  const side = (one: ComparedArticle | null, at: 'before' | 'after') => (
    <section aria-label={translate(texts[at])} data-side={at}>
      <p className="xj-law-side-name" aria-hidden>
        {translate(texts[at])}
      </p>
      {one ? (
        <>
          <p className="xj-law-side-head">
            <Link to={resourcePath(article, one.id)}>{one.article_no}</Link>
            {!before && <ins>{translate(texts.added)}</ins>}
            {!after && <del>{translate(texts.removed)}</del>}
            {before && after && !pieces && at === 'after' && <span>{translate(texts.renumbered)}</span>}
          </p>
          {pieces ? <TextWithMarkedChanges pieces={pieces} side={at} /> : <LawArticleText content={one.text} />}
        </>
      ) : (
        <p className="xj-law-note">{translate(texts.absent)}</p>
      )}
    </section>
  );
  return (
    <div className="xj-law-sides">
      {side(before, 'before')}
      {side(after, 'after')}
    </div>
  );
}
