import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import { readRow } from '#web/resource/resource-calls.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { type ComparisonOptions, versionDifferencesOf } from './differences-between-versions.ts';
import './version-comparison.css';

const texts = {
  version: text('第 {n} 版', 'Version {n}'),
  same: text('两个版本内容相同。', 'The two versions are identical.'),
  field: text('内容', 'Field'),
  none: text('无', 'None'),
};

interface VersionComparisonProps extends ComparisonOptions {
  readonly resource: AnyResource;
  /** Keys of the earlier and the later version. */
  readonly before: number;
  readonly after: number;
}

const useVersion = (resource: AnyResource, id: number) =>
  useQuery({
    queryKey: ['resource', resource.name, 'row', id],
    queryFn: ({ signal }) => readRow(resource, id, { signal }),
  });

/** Two versions of a row side by side: the fields in which they differ. */
export function VersionComparison({ resource, before, after, ...options }: VersionComparisonProps) {
  const [was, is] = [useVersion(resource, before), useVersion(resource, after)];
  const error = was.error ?? is.error;
  if (error)
    return (
      <LoadErrorWithRetry
        error={error}
        onRetry={() => {
          void was.refetch();
          void is.refetch();
        }}
      />
    );
  if (!was.data || !is.data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const found = versionDifferencesOf(resource, was.data, is.data, currentLocale(), options);
  if (found.length === 0) return <p>{translate(texts.same)}</p>;
  const lines = (list: readonly string[]) =>
    list.length === 0 ? <li>{translate(texts.none)}</li> : list.map((line) => <li key={line}>{line}</li>);
  return (
    <div className="xj-version-comparison">
      <table>
        <thead>
          <tr>
            <th scope="col">{translate(texts.field)}</th>
            {[was.data, is.data].map((one) => {
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
          {found.map(({ name, label, was: old, is: fresh }) => (
            <tr key={name}>
              <th scope="row">{translate(label)}</th>
              <td>
                <ul>{lines(old)}</ul>
              </td>
              <td>
                <ul>{lines(fresh)}</ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
