import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import {
  checkRatingTags,
  minCheckRatingsReleasedTogether,
  type RatingsOfDepartmentInQuarter,
  ratingsOfEnforcementChecksScreen,
} from '../../contract/check/enforcement-check-rating-form-and-screen.ts';
import '../plan/plan-coverage-and-expected-picks-panel.css';

const texts = {
  lead: text(
    '企业对检查的匿名评价，按部门和季度汇总。评价每满 {n} 次一并公布，以免从均分的变化推知某一次评价。',
    'Anonymous ratings of checks by enterprises, by department and quarter. They become readable {n} at a time, so that no single rating can be inferred from a change of the mean.',
  ),
  department: text('部门', 'Department'),
  quarter: text('季度', 'Quarter'),
  n: text('评价次数', 'Ratings'),
  released: text('已公布', 'Readable'),
  score: text('平均分', 'Mean score'),
  tags: text('印象', 'Impressions'),
  between: text('，', ', '),
  none: text(
    '还没有评价。检查笔录提交后，企业在会员中心打开该次检查即可评价。',
    'No ratings yet. Once the record of a check is submitted, the enterprise can rate it in the member centre.',
  ),
};

/** How enterprises rate checks, for those who supervise offices. */
export default function RatingsOfEnforcementChecksScreen() {
  const t = useText();
  const query = useQuery({
    queryKey: ['enforcement', 'checkRatings'],
    queryFn: ({ signal }) =>
      get<{ list: readonly RatingsOfDepartmentInQuarter[] }>('/admin/enforcement.checkRatings/groups', {}, { signal }),
  });
  return (
    <ModuleScreenFrame
      title={t(ratingsOfEnforcementChecksScreen.label)}
      lead={t(texts.lead, { n: minCheckRatingsReleasedTogether })}
    >
      <QueryResultOrError query={query}>
        {({ list }: { list: readonly RatingsOfDepartmentInQuarter[] }) =>
          list.length === 0 ? (
            <p role="status">{t(texts.none)}</p>
          ) : (
            <div className="xj-coverage xj-coverage-table">
              <table>
                <thead>
                  <tr>
                    {(['department', 'quarter', 'n', 'released', 'score', 'tags'] as const).map((name) => (
                      <th key={name} scope="col" className={name === 'tags' ? 'xj-text' : undefined}>
                        {t(texts[name])}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ department, quarter, n, released, score, tags }) => (
                    <tr key={`${department} ${quarter}`}>
                      <th scope="row">{department}</th>
                      <td>{quarter}</td>
                      <td>{n}</td>
                      <td>{released}</td>
                      <td>{score ?? '—'}</td>
                      <td className="xj-text">
                        {tags
                          .map(
                            ({ tag, n: times }) =>
                              `${t(checkRatingTags[tag as keyof typeof checkRatingTags])} ${times}`,
                          )
                          .join(t(texts.between))}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}
