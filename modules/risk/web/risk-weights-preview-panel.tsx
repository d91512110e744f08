import { useQueries } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { lastDaysOfMonthsBefore } from '../contract/last-days-of-months-before-day.ts';
import { type RiskWeightsPreview, riskClassNames } from '../contract/risk-weights-preview-answer-types.ts';
import './risk-panels.css';

const texts = {
  lead: text(
    '按本草稿的权重，您辖区内的企业会改变的等级。行为现在的等级，列为按草稿的等级。',
    'Class changes in your area under these weights. Rows: current class; columns: class under this draft.',
  ),
  moved: text(
    '{day}：{enterprises} 家企业中 {moved} 家改变等级',
    '{day}: {moved} of {enterprises} {enterprises|enterprise|enterprises} {moved|changes|change} class',
  ),
  missing: text('当时还没有记录：{labels}', 'Not on record yet: {labels}'),
  year: text('再看最近十二个月的月末', 'Show the month ends of the last twelve months'),
  unit: text('、', ', '),
} as const;

/** What other weights would change, today and in the months before, one statement each. */
export default function RiskWeightsPreviewPanel({ row }: RecordPanelProps) {
  const t = useText();
  const today = shanghaiToday();
  const [year, setYear] = useState(false);
  const days = [today, ...(year ? lastDaysOfMonthsBefore(today) : [])];
  const previews = useQueries({
    queries: days.map((day) => ({
      queryKey: ['resource', 'risk/model', 'preview', row.id, row.version, day],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        get<RiskWeightsPreview>(
          '/admin/risk.model/preview',
          { id: row.id, day },
          { signal, duplicate: 'allow', timeout: 60_000 },
        ),
    })),
  });
  return (
    <div className="xj-risk">
      <p>{t(texts.lead)}</p>
      {previews.map(({ data, error, refetch }, at) => {
        const day = days[at] ?? '';
        if (error) return <LoadErrorWithRetry key={day} error={error} onRetry={() => void refetch()} />;
        return data ? (
          <Matrix key={day} preview={data} />
        ) : (
          <Skeleton key={day} active title={false} paragraph={{ rows: 4 }} />
        );
      })}
      {!year && (
        <p>
          <Button onClick={() => setYear(true)}>{t(texts.year)}</Button>
        </p>
      )}
    </div>
  );
}

function Matrix({ preview: { day, enterprises, moved, matrix, missing } }: { preview: RiskWeightsPreview }) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.moved, { day, enterprises, moved })}</h3>
      {missing.length > 0 && (
        <p className="xj-risk-note">
          {t(texts.missing, { labels: [...new Set(missing.map((one) => t(one)))].join(t(texts.unit)) })}
        </p>
      )}
      <table className="xj-risk-matrix">
        <thead>
          <tr>
            <th />
            {riskClassNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {riskClassNames.map((before, row) => (
            <tr key={before}>
              <th scope="row">{before}</th>
              {riskClassNames.map((after, column) => (
                <td key={after} data-moved={row !== column && (matrix[row]?.[column] ?? 0) > 0}>
                  {matrix[row]?.[column] ?? 0}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
