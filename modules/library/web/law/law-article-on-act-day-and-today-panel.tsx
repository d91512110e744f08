import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { versionValidities } from '#kernel/version/version-publication-lifecycle.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { DateInput } from '#web/input/control/date-time-and-year-inputs.tsx';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { law } from '../../contract/law/law.ts';
import { markTextChanges } from '../../contract/law/mark-text-changes.ts';
import { LawArticleText, TextWithMarkedChanges } from './law-article-text-and-marked-changes.tsx';
import './law.css';

const texts = {
  whole: text('查看法规全文', 'Read the whole law'),
  choice: text('从旧兼从轻', 'Earlier law, unless the later one is milder'),
  day: text('行为发生日', 'Day of the act'),
  now: text('今日施行的规定', 'Law in force today'),
  earlier: text('行为发生时的规定', 'Law at the time of the act'),
  rule: text(
    '适用行为发生时的规定；作出决定时规定已被修改或者废止，且新的规定处罚较轻或者不认为是违法的，适用新的规定（行政处罚法第三十七条）。孰轻由办案人员判断。',
    'The law at the time of the act applies. If it was amended or repealed before the decision, and the new law is milder or no longer forbids the act, the new law applies (Administrative Penalty Law Art. 37). The officer judges which is milder.',
  ),
  none: text('该日没有施行的版本', 'No version was in force that day'),
  absent: text('该版本没有此条', 'That version does not have this article'),
  sameText: text('两者文字相同。', 'Both have the same wording.'),
  versions: text('各版本', 'Versions'),
  version: text('第 {n} 版', 'Version {n}'),
  period: text('{from} 至 {until}', '{from} to {until}'),
  today: text('今', 'now'),
};

interface ArticleInVersion {
  readonly law_id: number;
  readonly revision: number;
  readonly effective_from: string | null;
  readonly effective_to: string | null;
  readonly standing: keyof typeof versionValidities;
  readonly article: { readonly id: number; readonly article_no: string; readonly text: string | null } | null;
}

const dayField = field.date(texts.day, { required: true });

/** The version in force on a day. */
const inForceOn = (versions: readonly ArticleInVersion[], day: string): ArticleInVersion | undefined =>
  versions.find(
    ({ effective_from: from, effective_to: until, standing }) =>
      standing !== 'unpublished' && from !== null && from <= day && (until === null || until >= day),
  );

/** An article as it is read, in the versions of its law, and as of the day of an act beside today. */
export default function LawArticleOnActDayAndTodayPanel({ resource, row }: RecordPanelProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'versions', row.id],
    queryFn: queryFnFor<{ list: readonly ArticleInVersion[] }>('/admin/library.article/versions', { id: row.id }),
  });
  return (
    <div className="xj-law-text-of-article">
      <div className="xj-law-article">
        <LawArticleText content={row.text as string | null} />
      </div>
      <p>
        <Link to={resourcePath(law, Number(row.law_id))}>{translate(texts.whole)}</Link>
      </p>
      {error ? (
        <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <EarlierOrMilder versions={data.list} />
          {data.list.length > 1 && <VersionList versions={data.list} present={Number(row.law_id)} />}
        </>
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      )}
    </div>
  );
}

/** 从旧兼从轻: the law on the day of the act beside that of today, with what differs. */
function EarlierOrMilder({ versions }: { versions: readonly ArticleInVersion[] }) {
  const id = useId();
  const today = shanghaiToday();
  const [day, setDay] = useState<unknown>(today);
  const then = typeof day === 'string' ? inForceOn(versions, day) : undefined;
  const now = inForceOn(versions, today);
  const [old, fresh] = [then?.article?.text ?? '', now?.article?.text ?? ''];
  const pieces = then?.article && now?.article && old !== fresh ? markTextChanges(old, fresh) : undefined;
  const isSame = then !== undefined && then === now;
  const side = (one: ArticleInVersion | undefined, at: 'before' | 'after') => (
    <section aria-label={translate(at === 'before' ? texts.earlier : texts.now)} data-side={at}>
      <h4>{translate(at === 'before' ? texts.earlier : texts.now)}</h4>
      {one === undefined ? (
        <p className="xj-law-note">{translate(texts.none)}</p>
      ) : (
        <>
          <p className="xj-law-side-head">
            <VersionName version={one} />
          </p>
          {one.article === null ? (
            <p className="xj-law-note">{translate(texts.absent)}</p>
          ) : pieces ? (
            <TextWithMarkedChanges pieces={pieces} side={at} />
          ) : (
            <LawArticleText content={one.article.text} />
          )}
        </>
      )}
    </section>
  );
  return (
    <section aria-label={translate(texts.choice)}>
      <h3>{translate(texts.choice)}</h3>
      <p className="xj-law-note">{translate(texts.rule)}</p>
      <p className="xj-law-tools">
        <label htmlFor={`${id}-day`}>{translate(texts.day)}</label>
        <span className="xj-law-day">
          <DateInput id={`${id}-day`} name="day" field={dayField} value={day} onChange={setDay} />
        </span>
        {isSame && <span>{translate(texts.sameText)}</span>}
      </p>
      <div className="xj-law-sides">
        {side(then, 'before')}
        {!isSame && side(now, 'after')}
      </div>
    </section>
  );
}

function VersionName({ version }: { version: ArticleInVersion }) {
  const { article, law_id, revision, effective_from: from, effective_to: until, standing } = version;
  return (
    <>
      <Link to={article ? resourcePath({ name: 'library/article' }, article.id) : resourcePath(law, law_id)}>
        {translate(texts.version, { n: revision })} {article?.article_no}
      </Link>{' '}
      <OptionTag option={versionValidities[standing]} />{' '}
      {from && <span>{translate(texts.period, { from, until: until ?? translate(texts.today) })}</span>}
    </>
  );
}

function VersionList({ versions, present }: { versions: readonly ArticleInVersion[]; present: number }) {
  return (
    <section aria-label={translate(texts.versions)}>
      <h3>{translate(texts.versions)}</h3>
      <ul className="xj-law-versions">
        {versions.map((one) => (
          <li key={one.law_id} aria-current={one.law_id === present || undefined}>
            <p className="xj-law-side-head">
              <VersionName version={one} />
            </p>
            {one.article === null ? (
              <p className="xj-law-note">{translate(texts.absent)}</p>
            ) : (
              one.law_id !== present && <LawArticleText content={one.article.text} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
