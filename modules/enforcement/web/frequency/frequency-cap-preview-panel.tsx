import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { enforcementDomains } from '#modules/library/contract/domain/enforcement-domain.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import {
  type FrequencyCapPreview,
  figuresOfFrequencyCapPreview,
} from '../../contract/frequency/frequency-cap-preview-answer-types.ts';
import { type CapPreviewFigure, ChecksBehindCapPreviewFigureList } from './checks-behind-cap-preview-figure-list.tsx';
import './frequency-panels.css';

const texts = {
  lead: text(
    '按辖区内企业现在的风险等级计算；个案、安全和复查不计。点击数字查看所计的检查。',
    'By the present risk classes of the enterprises in your area; single cases, safety and rechecks do not count. Each number opens the checks it counts.',
  ),
  year: text('{year} 年', '{year}'),
  none: text('没有会不予批准的检查', 'None would have been refused'),
  all: text('全部', 'All'),
  domain: text('执法领域', 'Domain'),
  risk: text('风险等级', 'Class'),
  enterprises: text('涉及企业', 'Enterprises'),
} as const;

type Figure = keyof typeof figuresOfFrequencyCapPreview;
const figures = Object.keys(figuresOfFrequencyCapPreview) as Figure[];
type Year = FrequencyCapPreview['years'][number];

/** What a change of the limits would have refused, before anybody publishes it. */
export default function FrequencyCapPreviewPanel({ row }: RecordPanelProps) {
  const t = useText();
  const [opened, setOpened] = useState<CapPreviewFigure>();
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
          <h3>{t(texts.year, { year: year.year })}</h3>
          <FiguresOfYear of={year} opened={opened} onOpen={setOpened} />
          {year.groups.length === 0 && <p className="xj-frequency-note">{t(texts.none)}</p>}
          {opened?.year === year.year && (
            <ChecksBehindCapPreviewFigureList
              key={JSON.stringify(opened)}
              limits={row.id}
              figure={opened}
              onClose={() => setOpened(undefined)}
            />
          )}
        </section>
      ))}
    </div>
  );
}

interface FiguresProps {
  readonly opened: CapPreviewFigure | undefined;
  onOpen(figure: CapPreviewFigure | undefined): void;
}

/** The groups of a year, and their sum. */
function FiguresOfYear({ of, opened, onOpen }: FiguresProps & { readonly of: Year }) {
  const t = useText();
  const cells = (group: Pick<Year, Figure>, more: Pick<CapPreviewFigure, 'domain' | 'risk'> = {}) =>
    figures.map((name) => (
      <td key={name} data-changed={name === 'refused' && group.refused !== group.refused_now}>
        <FigureButton
          n={group[name]}
          figure={{ year: of.year, figure: name, ...more }}
          opened={opened}
          onOpen={onOpen}
        />
      </td>
    ));
  return (
    <div className="xj-frequency-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">{t(texts.domain)}</th>
            <th scope="col">{t(texts.risk)}</th>
            {figures.map((name) => (
              <th key={name} scope="col">
                {t(figuresOfFrequencyCapPreview[name])}
              </th>
            ))}
            <th scope="col">{t(texts.enterprises)}</th>
          </tr>
        </thead>
        <tbody>
          {of.groups.map(({ domain, risk, enterprises, ...group }) => (
            <tr key={`${domain} ${risk}`}>
              <td>{t(enforcementDomains[domain as keyof typeof enforcementDomains] ?? enforcementDomains.other)}</td>
              <td>{risk}</td>
              {cells(group, { domain, risk })}
              <td>{enterprises}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              {t(texts.all)}
            </th>
            {cells(of)}
            <td />
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const isSame = (one: CapPreviewFigure, other: CapPreviewFigure | undefined): boolean =>
  one.year === other?.year && one.figure === other.figure && one.domain === other.domain && one.risk === other.risk;

/** A number that opens its checks, or closes them; only a number where there are none or the caller may not list them. */
function FigureButton({
  n,
  figure,
  opened,
  onOpen,
}: FiguresProps & { readonly n: number; readonly figure: CapPreviewFigure }): ReactNode {
  const t = useText();
  if (n === 0 || !can(`${check.name}/index`)) return n;
  const isOpened = isSame(figure, opened);
  return (
    <button
      type="button"
      className="xj-frequency-figure"
      aria-expanded={isOpened}
      aria-label={`${t(figuresOfFrequencyCapPreview[figure.figure])} ${n}`}
      onClick={() => onOpen(isOpened ? undefined : figure)}
    >
      {n}
    </button>
  );
}
