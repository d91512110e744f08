import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { text } from '#kernel/text/text.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import type { FrequencyCapPreview } from '../../contract/frequency/frequency-cap-preview.ts';
import './frequency.css';

const texts = {
  lead: text(
    '按辖区内企业现在的风险等级计算；个案、安全和复查不计。',
    'By the present risk classes of the enterprises in your area; single cases, safety and rechecks do not count.',
  ),
  year: text(
    '{year} 年 {checks} 次检查中，按本草稿不予批准 {refused} 次，按现行上限 {refused_now} 次',
    'Of {checks} {checks|check|checks} in {year}, these limits would have refused {refused}; the present ones {refused_now}',
  ),
  none: text('没有会不予批准的检查', 'None would have been refused'),
  domain: text('执法领域', 'Domain'),
  risk: text('风险等级', 'Class'),
  checks: text('检查', 'Checks'),
  now: text('现行上限不予批准', 'Refused now'),
  draft: text('本草稿不予批准', 'Refused by this draft'),
  enterprises: text('涉及企业', 'Enterprises'),
} as const;

/** What a change of the limits would have refused, before anybody publishes it. */
export default function FrequencyCapPreviewPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/frequencyCap', 'preview', row.id, row.version],
    queryFn: ({ signal }) =>
      get<FrequencyCapPreview>('/admin/enforcement.frequencyCap/preview', { id: row.id }, { signal, timeout: 60_000 }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  return (
    <div className="xj-frequency">
      <p>{t(texts.lead)}</p>
      {data.years.map((year) => (
        <section key={year.year}>
          <h3>
            {t(texts.year, {
              year: year.year,
              checks: year.checks,
              refused: year.refused,
              refused_now: year.refused_now,
            })}
          </h3>
          {year.groups.length === 0 ? (
            <p className="xj-frequency-note">{t(texts.none)}</p>
          ) : (
            <Groups of={year.groups} />
          )}
        </section>
      ))}
    </div>
  );
}

function Groups({ of }: { readonly of: FrequencyCapPreview['years'][number]['groups'] }) {
  const t = useText();
  return (
    <div className="xj-frequency-scroll">
      <table>
        <thead>
          <tr>
            {(['domain', 'risk', 'checks', 'now', 'draft', 'enterprises'] as const).map((name) => (
              <th key={name} scope="col">
                {t(texts[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map(({ domain, risk, checks, refused_now, refused, enterprises }) => (
            <tr key={`${domain} ${risk}`}>
              <td>{t(enforcementDomains[domain as keyof typeof enforcementDomains] ?? enforcementDomains.other)}</td>
              <td>{risk}</td>
              <td>{checks}</td>
              <td>{refused_now}</td>
              <td data-changed={refused !== refused_now}>{refused}</td>
              <td>{enterprises}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
