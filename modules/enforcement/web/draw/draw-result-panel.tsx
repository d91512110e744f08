import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { joinList } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { get } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import type { DrawnLines } from '../../contract/draw/draw-call-answer-types.ts';
import { randomDrawPanelTexts as texts } from './random-draw-panel-texts.ts';
import '../plan/plan-coverage-and-expected-picks-panel.css';

/** The drawn enterprises in their order, each with its officers. */
export default function DrawResultPanel({ row }: RecordPanelProps) {
  const t = useText();
  const { data, error, isPending, refetch, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['resource', 'enforcement/draw', 'results', row.id],
    queryFn: ({ signal, pageParam }) =>
      get<DrawnLines>('/admin/enforcement.draw/results', { id: row.id, from: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ list, total }) => {
      const last = list.at(-1)?.position ?? total;
      return last < total ? last : undefined;
    },
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const [first] = data.pages;
  return (
    <div className="xj-draw-panel">
      <p>
        {t(texts.result, { n: first?.total ?? 0 })}
        {first && first.unpaired > 0 && ` ${t(texts.unpaired, { n: first.unpaired })}`}
      </p>
      <div className="xj-coverage-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t(texts.position)}</th>
              {(['name', 'area', 'risk', 'pair'] as const).map((name) => (
                <th key={name} scope="col" className="xj-text">
                  {t(texts[name])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.pages.flatMap(({ list }) =>
              list.map((one) => (
                <tr key={one.position}>
                  <td>{one.position}</td>
                  <th scope="row" className="xj-text">
                    <Link to={resourcePath({ name: 'enterprise/enterprise' }, one.enterprise_id)}>{one.name}</Link>
                  </th>
                  <td className="xj-text">{translateDivisionName(one.area_name)}</td>
                  <td className="xj-text">{one.risk}</td>
                  <td className="xj-text">{joinList(one.officers, currentLocale()) || t(texts.nobody)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {hasNextPage && (
        <Button loading={isFetching} onClick={() => void fetchNextPage()}>
          {t(texts.more)}
        </Button>
      )}
    </div>
  );
}
