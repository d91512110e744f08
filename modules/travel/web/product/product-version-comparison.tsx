import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { ErrorState } from '#web/error/error-state.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/offered-moves.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { resourcePath } from '#web/session/area.ts';
import { differencesOf } from './version-difference.ts';
import './product-version-comparison.css';

const texts = {
  version: text('第 {n} 版', 'Version {n}'),
  same: text('两个版本内容相同。', 'The two versions are identical.'),
  field: text('内容', 'Field'),
  none: text('无', 'None'),
};

/** Record panel that compares a version of a product with the one before or after it. */
export default function ProductVersionComparison({ resource, row }: RecordPanelProps) {
  const other = Number(row.previous_id ?? row.next_id);
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'row', other],
    queryFn: ({ signal }) => readRow(resource, other, { signal }),
  });
  const whole = useQuery({
    queryKey: ['resource', resource.name, 'row', row.id],
    queryFn: ({ signal }) => readRow(resource, row.id, { signal }),
  });
  const fault = error ?? whole.error;
  if (fault) return <ErrorState error={fault} onRetry={() => void refetch()} />;
  if (!data || !whole.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const [before, after] = row.previous_id ? [data, whole.data] : [whole.data, data];
  const found = differencesOf(resource, before, after, currentLocale());
  if (found.length === 0) return <p>{translate(texts.same)}</p>;
  const lines = (list: readonly string[]) =>
    list.length === 0 ? <li>{translate(texts.none)}</li> : list.map((line) => <li key={line}>{line}</li>);
  return (
    <div className="xj-product-versions">
      <table>
        <thead>
          <tr>
            <th scope="col">{translate(texts.field)}</th>
            {[before, after].map((one) => {
              const state = stateOf(resource, one);
              return (
                <th key={one.id} scope="col">
                  <Link to={resourcePath(resource, one.id)}>{translate(texts.version, { n: one.revision })}</Link>
                  {state && <OptionTag option={state} />}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {found.map(({ name, label, was, is }) => (
            <tr key={name}>
              <th scope="row">{translate(label)}</th>
              <td>
                <ul>{lines(was)}</ul>
              </td>
              <td>
                <ul>{lines(is)}</ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
