import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { offeredMoves } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { checkResults, checkSources } from '../../contract/check/enforcement-check-source-result-and-flag-options.ts';
import type {
  AssessedVisit,
  CheckApprovalAssessment,
} from '../../contract/frequency/check-approval-assessment-answer-types.ts';
import { repeatFlagTexts } from '../../contract/frequency/check-frequency-flag-and-refusal-texts.ts';
import './frequency-panels.css';

const texts = {
  against: text('不能批准的原因', 'What speaks against it'),
  clear: text('未发现不能批准的原因', 'Nothing speaks against it'),
  choose: text('批准前须合并检查，或者说明不合并的理由', 'Join the checks before it is approved, or say why not'),
  exempt: text(
    '个案、安全或者复查，不受年度上限限制，批准后留有记录。',
    'A single case, for safety or a recheck: exempt from yearly limits, and recorded.',
  ),
  caps: text('本年度检查次数', 'Checks this year'),
  class: text('{risk} 级企业', 'Class {risk}'),
  used: text('{used} / {most} 次', '{used} of {most}'),
  joint: text('其他部门的检查安排', 'Checks planned by other departments'),
  jointLead: text(
    '可以合并为一次联合检查；分别检查的，批准时说明理由。',
    'They can be joined with this one. If not, the approval says why.',
  ),
  join: text('合并到本检查', 'Join with this check'),
  joinOne: text('{department} {day} 的检查合并到本检查', 'Join the check by {department} on {day} with this one'),
  recent: text('最近的检查', 'Last checks'),
  none: text('十二个月内没有检查', 'None within twelve months'),
  officers: text('执法人员', 'Officers'),
  noOfficers: text('尚未选派执法人员', 'No officers are chosen yet'),
  valid: text('证件有效至 {day}', 'Certificate valid until {day}'),
  load: text('在办 {n} / {most}', '{n} of {most} under way'),
  allowed: text('连续 {n} 次未发现问题：理由已同意', 'No finding in {n} {n|visit|visits} in a row: reason approved'),
  unallowed: text(
    '连续 {n} 次未发现问题：须先同意再次检查的理由',
    'No finding in {n} {n|visit|visits} in a row: a reason must be approved first',
  ),
  state: text('登记理由', 'State the reason'),
  day: text('日期', 'Day'),
  number: text('检查编号', 'Number'),
  department: text('部门', 'Department'),
  source: text('来源', 'Source'),
  result: text('结果', 'Result'),
  unnumbered: text('未编号', 'No number yet'),
} as const;

const labelIn = (options: Readonly<Record<string, Text>>, name: string | null): Text =>
  options[name ?? ''] ?? text(name ?? '—', name ?? '—');

/** What speaks for and against the approval of a check: limits used, the last visits, officers, and plans of others. */
export default function CheckApprovalAssessmentPanel({ resource, row, moves }: RecordPanelProps) {
  const t = useText();
  const merge = offeredMoves(resource, row).find(({ name }) => name === 'merge');
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/check', 'standing', row.id, row.version],
    queryFn: ({ signal }) =>
      get<CheckApprovalAssessment>('/admin/enforcement.check/standing', { id: row.id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  return (
    <div className="xj-frequency">
      <Verdict of={data} />
      {data.caps.length > 0 && <Caps of={data} />}
      {data.joint.length > 0 && (
        <section>
          <h3>{t(texts.joint)}</h3>
          <p className="xj-frequency-note">{t(texts.jointLead)}</p>
          <Visits
            of={data.joint}
            action={
              merge &&
              (({ id, department, day }) => (
                <Button
                  size="small"
                  aria-label={t(texts.joinOne, { department, day })}
                  onClick={() => moves.start(merge, [row], { other_id: id })}
                >
                  {t(texts.join)}
                </Button>
              ))
            }
          />
        </section>
      )}
      <Officers of={data.officers} check={row.id} />
      {data.caps.length > 0 && (
        <section>
          <h3>{t(texts.recent)}</h3>
          {data.recent.length > 0 ? <Visits of={data.recent} /> : <p className="xj-frequency-note">{t(texts.none)}</p>}
        </section>
      )}
    </div>
  );
}

const verdicts = { bad: texts.against, warning: texts.choose, good: texts.clear } as const;

function Verdict({ of: { refusals, flags, exempt, joint } }: { readonly of: CheckApprovalAssessment }) {
  const t = useText();
  const tone = refusals.length > 0 ? 'bad' : joint.length > 0 ? 'warning' : 'good';
  return (
    <section className="xj-frequency-verdict" data-tone={tone}>
      <h3>{t(verdicts[tone])}</h3>
      {refusals.length > 0 && (
        <ul>
          {refusals.map((one) => (
            <li key={one.en}>{t(one)}</li>
          ))}
        </ul>
      )}
      {exempt && <p>{t(texts.exempt)}</p>}
      {flags.map(({ within, n, most }) => (
        <p key={within} className="xj-frequency-flag">
          {t(repeatFlagTexts[within], { n, most })}
        </p>
      ))}
    </section>
  );
}

function Caps({ of: { caps, risk } }: { readonly of: CheckApprovalAssessment }) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.caps)}</h3>
      <ul className="xj-frequency-caps">
        {caps.map(({ item, most, visits, reached }) => (
          <li key={item}>
            <span>{item || t(texts.class, { risk })}</span>
            <span className="xj-frequency-dots" aria-hidden="true">
              {Array.from({ length: Math.min(Math.max(most, visits.length), 24) }, (_, at) => {
                const visit = visits[at];
                return (
                  <i
                    // biome-ignore lint/suspicious/noArrayIndexKey: a place without a visit has nothing else
                    key={at}
                    data-used={visit !== undefined}
                    data-over={at >= most}
                    title={visit && `${visit.day} ${visit.check_no ?? ''}`}
                  />
                );
              })}
            </span>
            <span data-reached={reached}>{t(texts.used, { used: visits.length, most })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Officers({ of, check }: { readonly of: CheckApprovalAssessment['officers']; readonly check: number }) {
  const t = useText();
  return (
    <section>
      <h3>{t(texts.officers)}</h3>
      {of.length === 0 && <p className="xj-frequency-note">{t(texts.noOfficers)}</p>}
      <ul className="xj-frequency-officers">
        {of.map((one) => (
          <li key={one.id}>
            <Link to={resourcePath({ name: 'library/officer' }, one.id)}>{one.name}</Link>
            <span>{one.cert_no}</span>
            <span data-bad={one.problem !== null}>
              {one.problem ? t(one.problem) : t(texts.valid, { day: one.cert_valid_to })}
            </span>
            <span data-bad={one.workload > one.capacity}>{t(texts.load, { n: one.workload, most: one.capacity })}</span>
            {one.nil > 0 && (
              <span data-bad={!one.allowed}>
                {t(one.allowed ? texts.allowed : texts.unallowed, { n: one.nil })}{' '}
                {!one.allowed && (
                  <Link
                    to={`${resourcePath({ name: 'enforcement/visitReason' })}?form=add&check_id=${check}&officer_id=${one.id}`}
                  >
                    {t(texts.state)}
                  </Link>
                )}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VisitsProps {
  readonly of: readonly AssessedVisit[];
  /** What can be done with a visit. */
  readonly action?: ((visit: AssessedVisit) => ReactNode) | undefined;
}

function Visits({ of, action }: VisitsProps) {
  const t = useText();
  return (
    <div className="xj-frequency-scroll">
      <table>
        <thead>
          <tr>
            {(['day', 'number', 'department', 'source', 'result'] as const).map((name) => (
              <th key={name} scope="col">
                {t(texts[name])}
              </th>
            ))}
            {action && <td />}
          </tr>
        </thead>
        <tbody>
          {of.map((one) => (
            <tr key={one.id}>
              <td>{one.day}</td>
              <td>
                <Link to={resourcePath({ name: 'enforcement/check' }, one.id)}>
                  {one.check_no ?? t(texts.unnumbered)}
                </Link>
              </td>
              <td>{one.department}</td>
              <td>{t(labelIn(checkSources, one.source))}</td>
              <td>{t(labelIn(checkResults, one.result))}</td>
              {action && <td>{action(one)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
