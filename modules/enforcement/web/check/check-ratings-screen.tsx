import { useQuery } from '@tanstack/react-query';
import { text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-frame.tsx';
import { checkRatingsScreen, fewestRatings, type RatingGroup, ratingTags } from '../../contract/check/check-rating.ts';
import '../plan/plan-coverage-panel.css';

const texts = {
  lead: text(
    '企业对检查的匿名评价，按部门和季度汇总；不足 {n} 次的不显示评分。',
    'Anonymous ratings of checks by enterprises, by department and quarter. Scores are shown from {n} {n|rating|ratings} on.',
  ),
  department: text('部门', 'Department'),
  quarter: text('季度', 'Quarter'),
  n: text('评价次数', 'Ratings'),
  score: text('平均分', 'Mean score'),
  tags: text('印象', 'Impressions'),
  none: text('还没有评价', 'No ratings yet'),
  between: text('，', ', '),
};

/** How enterprises rate checks, for those who supervise offices. */
export default function CheckRatingsScreen() {
  const t = useText();
  const query = useQuery({
    queryKey: ['enforcement', 'checkRatings'],
    queryFn: ({ signal }) =>
      get<{ list: readonly RatingGroup[] }>('/admin/enforcement.checkRatings/groups', {}, { signal }),
  });
  return (
    <ModuleScreenFrame title={t(checkRatingsScreen.label)} lead={t(texts.lead, { n: fewestRatings })}>
      <QueryResultOrError query={query}>
        {({ list }: { list: readonly RatingGroup[] }) =>
          list.length === 0 ? (
            <p role="status">{t(texts.none)}</p>
          ) : (
            <div className="xj-coverage xj-coverage-table">
              <table>
                <thead>
                  <tr>
                    {(['department', 'quarter', 'n', 'score', 'tags'] as const).map((name) => (
                      <th key={name} scope="col" className={name === 'tags' ? 'xj-text' : undefined}>
                        {t(texts[name])}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {list.map(({ department, quarter, n, score, tags }) => (
                    <tr key={`${department} ${quarter}`}>
                      <th scope="row">{department}</th>
                      <td>{quarter}</td>
                      <td>{n}</td>
                      <td>{score ?? '—'}</td>
                      <td className="xj-text">
                        {tags
                          .map(({ tag, n: times }) => `${t(ratingTags[tag as keyof typeof ratingTags])} ${times}`)
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
