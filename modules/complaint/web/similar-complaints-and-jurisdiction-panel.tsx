import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { offeredMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import {
  complaintResponsibilities,
  mediationOutcomes,
} from '../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { complaintStates, openStates } from '../contract/complaint-states.ts';
import type {
  JurisdictionGround,
  SimilarComplaintsAndJurisdiction,
} from '../contract/similar-complaints-and-jurisdiction-response-type.ts';
import './complaint-comparison-panel.css';

const texts = {
  duplicates: text('可能重复的投诉', 'Complaints that may be the same'),
  noDuplicates: text('没有发现重复的投诉', 'No complaint seems to be the same'),
  merge: text('并入此件', 'Merge into this one'),
  mergeInto: text('并入投诉 {no}', 'Merge into complaint {no}'),
  sameMobile: text('同一手机', 'same mobile'),
  likeness: text('文字相似 {n}%', 'text alike {n}%'),
  ended: text('同一被投诉人同类投诉的结果（近一年）', 'How like complaints about the respondent ended (last year)'),
  noEnded: text('近一年没有同类投诉', 'No like complaint within a year'),
  paid: text('支付 {amount} 元', 'CNY {amount} paid'),
  count: text('近一年另有 {n} 件投诉该被投诉人', 'Other complaints about this respondent within a year: {n}'),
  offices: text('管辖机构', 'Offices with jurisdiction'),
  loading: text('正在比对…', 'Comparing…'),
  failed: text('比对失败', 'The comparison failed'),
  retry: text('重试', 'Try again'),
} as const;

const grounds: Readonly<Record<JurisdictionGround, ReturnType<typeof text>>> = {
  domicile: text('被投诉人住所地', 'domicile of the respondent'),
  event: text('纠纷发生地', 'place of the dispute'),
  harm: text('须立即制止损害，损害行为发生地优先', 'harm to be stopped at once: its place comes first'),
};

/** Beside a complaint: what may be the same, how like ones ended, and who has jurisdiction. */
export default function SimilarComplaintsAndJurisdictionPanel({ resource, row, moves }: RecordPanelProps) {
  const t = useText();
  const merge = offeredMoves(resource, row).find(({ name }) => name === 'merge');
  const id = Number(row.id);
  const { data, isError, refetch } = useQuery({
    queryKey: ['complaint/complaint', 'compare', id, row.version],
    queryFn: ({ signal }) =>
      get<SimilarComplaintsAndJurisdiction>(
        '/admin/complaint.complaint/compare',
        { id },
        { quiet: true, signal, duplicate: 'allow' },
      ),
  });
  if (isError)
    return (
      <p role="alert">
        {t(texts.failed)}{' '}
        <button type="button" className="xj-button" onClick={() => void refetch()}>
          {t(texts.retry)}
        </button>
      </p>
    );
  if (!data) return <p role="status">{t(texts.loading)}</p>;
  return (
    <div className="xj-complaint-comparison">
      <Duplicates
        duplicates={data.duplicates}
        onMerge={merge && ((into) => moves.start(merge, [row], { merged_into: into }))}
      />
      <Ended ended={data.ended} count={data.of_respondent} />
      <section>
        <h3>{t(texts.offices)}</h3>
        <ol>
          {data.offices.map((office) => (
            <li key={office.area_code}>
              {translateDivisionName(office.area)}
              <small>{t(grounds[office.ground])}</small>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

const recordPath = (id: number): string => `/admin/complaint/complaint/${id}`;

interface DuplicatesProps extends Pick<SimilarComplaintsAndJurisdiction, 'duplicates'> {
  /** Opens the dialog that merges the shown complaint into this one; undefined: it cannot be merged now. */
  readonly onMerge: ((id: number) => void) | undefined;
}

const isOpen = (status: string) => openStates.some((one) => one === status);

function Duplicates({ duplicates, onMerge }: DuplicatesProps) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.duplicates)}</h3>
      {duplicates.length === 0 && <p>{t(texts.noDuplicates)}</p>}
      <ul>
        {duplicates.map((one) => (
          <li key={one.id}>
            <Link to={recordPath(one.id)}>{one.no}</Link>
            <span>
              {t(complaintStates[one.status as keyof typeof complaintStates] ?? text(one.status, one.status))}
            </span>
            <span>{one.filed_on}</span>
            <small>
              {one.mobile ? `${t(texts.sameMobile)} · ` : ''}
              {t(texts.likeness, { n: Math.round(one.similarity * 100) })}
            </small>
            {onMerge && isOpen(one.status) && (
              <Button size="small" aria-label={t(texts.mergeInto, { no: one.no })} onClick={() => onMerge(one.id)}>
                {t(texts.merge)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ended({ ended, count }: { ended: SimilarComplaintsAndJurisdiction['ended']; count: number }) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.ended)}</h3>
      {ended.length === 0 && <p>{t(texts.noEnded)}</p>}
      <ul>
        {ended.map((one) => {
          const outcome = mediationOutcomes[one.outcome as keyof typeof mediationOutcomes];
          const responsibility =
            complaintResponsibilities[one.responsibility as keyof typeof complaintResponsibilities];
          return (
            <li key={one.id}>
              <Link to={recordPath(one.id)}>{one.no}</Link>
              <span>{outcome ? t(outcome) : ''}</span>
              <span>{responsibility ? t(responsibility) : ''}</span>
              <small>{one.paid_amount ? t(texts.paid, { amount: one.paid_amount }) : one.closed_on}</small>
            </li>
          );
        })}
      </ul>
      <p>{t(texts.count, { n: count })}</p>
    </section>
  );
}
