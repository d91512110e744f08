import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { ExpertsOfDrawAnswer } from '../../contract/expert-draw/experts-of-draw-answer-types.ts';
import { DrawNextStepAndWitnesses } from '../draw/draw-next-step-and-witnesses.tsx';
import { randomDrawPanelTexts } from '../draw/random-draw-panel-texts.ts';
import '../plan/plan-coverage-and-expected-picks-panel.css';

const texts = {
  now: text('此刻冻结，名单会有专家 {n} 人。', 'Frozen now, the list would have {n} {n|expert|experts}.'),
  frozen: text('已冻结专家 {n} 人。', 'Frozen: {n} {n|expert|experts}.'),
  drawn: text('名单上专家 {n} 人，抽中 {drawn} 人。', '{drawn} of {n} {n|expert|experts} drawn.'),
  name: text('姓名', 'Name'),
  unit: text('工作单位', 'Employer'),
  excluded: text('另有 {n} 人因利益冲突不列入。', '{n} more {n|is|are} left out because of a conflict of interest.'),
};

const steps = {
  draft: text(
    '核对专家名单，无误后冻结。冻结后还可以解除。',
    'Check the list of experts, then freeze it. It can still be unfrozen.',
  ),
  drawn: text(
    '公布记录：任何人即可重新计算，抽中的专家记一次使用。',
    'Publish the record: anybody can compute the draw again, and the drawn experts are engaged.',
  ),
};

/** What has to be done now with a draw of experts, its witnesses, and the list with those drawn first. */
export default function ExpertDrawNextStepAndExpertsPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['resource', 'enforcement/expertDraw', 'standing', row.status, row.id],
    queryFn: ({ signal }) =>
      get<ExpertsOfDrawAnswer>('/admin/enforcement.expertDraw/standing', { id: row.id }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const { status, experts, excluded } = data;
  const drawn = experts.filter(({ position }) => position !== null).length;
  const count = drawn > 0 ? texts.drawn : status === 'draft' ? texts.now : texts.frozen;
  return (
    <section className="xj-draw-now" aria-label={t(randomDrawPanelTexts.pick)}>
      <DrawNextStepAndWitnesses kind="expert" id={row.id} status={data.status} steps={steps} />
      <p>
        {t(count, { n: experts.length, drawn })} {excluded > 0 && t(texts.excluded, { n: excluded })}
      </p>
      {experts.length > 0 && (
        <div className="xj-coverage-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{t(randomDrawPanelTexts.position)}</th>
                <th scope="col" className="xj-text">
                  {t(texts.name)}
                </th>
                <th scope="col" className="xj-text">
                  {t(texts.unit)}
                </th>
                <th scope="col" className="xj-text">
                  {t(randomDrawPanelTexts.area)}
                </th>
              </tr>
            </thead>
            <tbody>
              {experts.map((one) => (
                <tr key={one.id}>
                  <td>{one.position ?? '—'}</td>
                  <th scope="row" className="xj-text">
                    <Link to={resourcePath({ name: 'library/expert' }, one.id)}>{one.name}</Link>
                  </th>
                  <td className="xj-text">{one.unit}</td>
                  <td className="xj-text">{translateDivisionName(one.area_name)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
