import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { Tone } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { type Text, text } from '#kernel/text/text.ts';
import type { TimeUnit } from '#kernel/time/deadline.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { serverNow } from '#web/http/server-clock.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { numberOfTimeUnitsTexts } from './number-of-time-units-texts.ts';

import './deadline-rule-calculator.css';

const ResourceFormSideSheet = lazy(() => import('#web/form/resource/resource-form-side-sheet.tsx'));

const texts = {
  succeed: text('制定新版本', 'Make new version'),
  fixed: text(
    '已施行的版本不能修改：新版本施行之日起，本版本自动失效，此前受理的事项仍按原期限。',
    'A version in force cannot be edited. It expires automatically when the new version takes effect; matters accepted before keep the original limit.',
  ),
  lasting: text('{from} 起', 'from {from}'),
  until: text('{from} 至 {to}', '{from} to {to}'),
};

const standings: Readonly<Record<'past' | 'now' | 'coming', Text & { tone: Tone }>> = {
  past: { ...text('已失效', 'Expired'), tone: 'muted' },
  now: { ...text('施行中', 'In force'), tone: 'good' },
  coming: { ...text('尚未施行', 'Not yet in force'), tone: 'progress' },
};

function standingOf({ valid_from, valid_to }: WireRow, today: string): keyof typeof standings {
  if (String(valid_from) > today) return 'coming';
  return typeof valid_to === 'string' && valid_to !== '' && valid_to < today ? 'past' : 'now';
}

/** Article of law, in the language of the page if available. */
const articleOf = ({ article, article_en }: WireRow): string =>
  String((currentLocale() === 'en' && article_en) || article);

const copied = ['code', 'name', 'unit', 'amount', 'roll', 'start_next_day', 'warn', 'article', 'article_en'] as const;

/** The versions of a rule in order, with a button to add one. */
export default function DeadlineRuleVersions({ resource, row }: RecordPanelProps) {
  const [adding, setAdding] = useState(false);
  const today = toShanghaiIso(serverNow() * 1000).slice(0, 10);
  const params = {
    limit: 50,
    order: 'valid_from,asc',
    search: [{ field: 'code', operator: '=' as const, val: String(row.code) }],
  };
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', params],
    queryFn: ({ signal }) => listRows(resource, params, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <div className="xj-versions">
      <ol>
        {(data.list ?? []).map((one) => (
          <li key={one.id} aria-current={one.id === row.id || undefined}>
            <OptionTag option={standings[standingOf(one, today)]} />
            <strong>{translate(numberOfTimeUnitsTexts[one.unit as TimeUnit], { n: one.amount })}</strong>
            <span>
              {one.valid_to
                ? translate(texts.until, { from: one.valid_from, to: one.valid_to })
                : translate(texts.lasting, { from: one.valid_from })}
            </span>
            {one.id === row.id ? (
              <span>{articleOf(one)}</span>
            ) : (
              <Link to={resourcePath(resource, one.id)}>{articleOf(one)}</Link>
            )}
          </li>
        ))}
      </ol>
      {can('system/timeRule/add') && (
        <>
          <p>{translate(texts.fixed)}</p>
          <Button onClick={() => setAdding(true)}>{translate(texts.succeed)}</Button>
        </>
      )}
      {adding && (
        <Suspense fallback={null}>
          <ResourceFormSideSheet
            resource={resource}
            ids={[]}
            preset={Object.fromEntries(copied.map((name) => [name, row[name]]))}
            onClose={() => setAdding(false)}
            onDone={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
