import { useQueries, useQuery } from '@tanstack/react-query';
import { Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { childListsOf } from '#kernel/resource/child-lists-of-resource.ts';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { isCitationField } from '#kernel/version/fields-citing-published-version-of-row.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { translate } from '#web/i18n/locale.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { findResource, resourcesReferringTo } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import { VersionComparison } from './version-comparison.tsx';

const texts = {
  versions: text('各版本', 'Versions'),
  version: text('第 {n} 版', 'Version {n}'),
  compared: text('版本对照', 'Compare versions'),
  earlier: text('原版本', 'Earlier version'),
  later: text('新版本', 'Later version'),
  only: text('只有一个版本。', 'There is only one version.'),
  citations: text('被引用', 'Cited by'),
  by: text('引用的业务', 'Cited by'),
  here: text('引用本版本', 'This version'),
  all: text('引用各版本', 'All versions'),
  part: text('{label}（引用{part}）', '{label} (citing {part})'),
  none: text('没有业务引用。', 'Nothing cites it.'),
};

/** Columns of the table of versions that the resource may have. */
const shownFields = ['effective_from', 'effective_to', 'standing', 'status'];

interface VersionsProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
}

/** Panel of a versioned row: its versions, two of them compared, and what cites it where versions are in force. */
export default function VersionsAndCitationsOfRecordPanel({ resource, row }: VersionsProps) {
  const of = resource.versions?.of ?? 'id';
  const search = [{ field: of, operator: '=', val: String(row[of]) }];
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', 'versions', row[of]],
    queryFn: ({ signal }) => listRows(resource, { search, limit: 200, order: 'revision,desc' }, { signal }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const versions = data?.list;
  if (!versions) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <div className="xj-version-comparison">
      <VersionTable resource={resource} versions={versions} present={row.id} />
      <h3>{translate(texts.compared)}</h3>
      {versions.length < 2 ? (
        <p>{translate(texts.only)}</p>
      ) : (
        <ChosenVersions key={row.id} resource={resource} versions={versions} present={row.id} />
      )}
      {resource.versions?.inForce && (
        <>
          <h3>{translate(texts.citations)}</h3>
          <Citations resource={resource} versions={versions} row={row} />
        </>
      )}
    </div>
  );
}

interface TableProps {
  readonly resource: AnyResource;
  /** Latest first. */
  readonly versions: readonly WireRow[];
  readonly present: number;
}

function VersionTable({ resource, versions, present }: TableProps) {
  const fields = shownFields.flatMap((name) => {
    const field = fieldOf(resource, name);
    return field ? [{ name, field }] : [];
  });
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{translate(texts.versions)}</th>
          {fields.map(({ name, field }) => (
            <th key={name} scope="col">
              {translate(field.label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {versions.map((one) => (
          <tr key={one.id} aria-current={one.id === present || undefined}>
            <th scope="row">
              {one.id === present ? (
                translate(texts.version, { n: one.revision })
              ) : (
                <Link to={resourcePath(resource, one.id)}>{translate(texts.version, { n: one.revision })}</Link>
              )}
            </th>
            {fields.map(({ name, field }) => (
              <td key={name}>
                <CellValue name={name} field={field} row={one} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Two versions to be chosen: first this one and the one before it, or the first one and the one after it. */
function ChosenVersions({ resource, versions, present }: TableProps) {
  const at = versions.findIndex(({ id }) => id === present);
  const [pair, setPair] = useState(() => {
    const later = at === versions.length - 1 ? at - 1 : at;
    return { after: versions[later]?.id ?? present, before: versions[later + 1]?.id ?? present };
  });
  const id = useId();
  const options = versions.map((one) => ({
    value: one.id,
    label: translate(texts.version, { n: one.revision }),
  }));
  return (
    <>
      <div className="xj-version-choice">
        {(['before', 'after'] as const).map((side) => (
          <label key={side} htmlFor={`${id}-${side}`}>
            {translate(side === 'before' ? texts.earlier : texts.later)}
            <Select
              id={`${id}-${side}`}
              value={pair[side]}
              options={options}
              onChange={(value) => setPair({ ...pair, [side]: value })}
            />
          </label>
        ))}
      </div>
      <VersionComparison resource={resource} before={pair.before} after={pair.after} />
    </>
  );
}

interface CitationsProps {
  readonly resource: AnyResource;
  readonly versions: readonly WireRow[];
  readonly row: WireRow;
}

/** A reference by which rows cite versions, or their parts. */
interface Citing {
  readonly other: AnyResource;
  readonly field: string;
  readonly label: string;
  /** Compared with keys of versions: the reference itself, or of a part, the version it belongs to. */
  readonly by: string;
}

/** References that cite the versions of a row, or the rows of its lists, among those this person may list. */
function citationsOf(resource: AnyResource): Citing[] {
  const citing = (of: AnyResource) =>
    resourcesReferringTo(of).filter(
      ({ other, field }) => isCitationField(other.fields[field] as AnyField) && can(`${other.name}/index`),
    );
  const ofVersions = citing(resource).map(({ other, field, label }) => ({
    other,
    field,
    label: translate(label),
    by: field,
  }));
  const ofParts = childListsOf(resource).flatMap(([, one]) => {
    const child = findResource(String(one.options.of));
    if (!child?.partOf) return [];
    return citing(child).map(({ other, field }) => ({
      other,
      field,
      label: translate(texts.part, { label: translate(other.label), part: translate(child.label) }),
      by: `${relationNameOf(field)}.${child.partOf}`,
    }));
  });
  return [...ofVersions, ...ofParts];
}

/** Citing rows that are read, to link to all of them. */
const readCitations = 200;

/** How many rows of each resource cite this version, and all versions. */
function Citations({ resource, versions, row }: CitationsProps) {
  const citing = citationsOf(resource);
  const counts = useQueries({
    queries: citing.flatMap(({ other, by }) =>
      [[row.id], versions.map(({ id }) => id)].map((keys, at) => {
        const search = [{ field: by, operator: 'IN' as const, val: keys.join(',') }];
        return {
          queryKey: ['resource', other.name, 'list', 'citations', search, at],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            listRows(other, { search, limit: at === 0 ? readCitations : 1 }, { signal }),
        };
      }),
    ),
  });
  const failed = counts.find(({ error }) => error !== null);
  if (failed?.error) return <LoadErrorWithRetry error={failed.error} onRetry={() => void failed.refetch()} />;
  if (counts.some(({ data }) => data === undefined)) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const totalAt = (at: number) => Number(counts[at]?.data?.total ?? 0);
  if (counts.every((_, at) => totalAt(at) === 0)) return <p>{translate(texts.none)}</p>;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{translate(texts.by)}</th>
          <th scope="col">{translate(texts.here)}</th>
          <th scope="col">{translate(texts.all)}</th>
        </tr>
      </thead>
      <tbody>
        {citing.map(({ other, field, label }, at) => {
          const [total, found = []] = [totalAt(2 * at), counts[2 * at]?.data?.list];
          const cited = [...new Set(found.map((one) => Number(one[field])))];
          return (
            <tr key={`${other.name}.${field}`}>
              <th scope="row">{label}</th>
              <td>
                {total > 0 && total <= found.length ? (
                  <Link to={`${resourcePath(other)}?${field}.in=${cited.join(',')}`}>{total}</Link>
                ) : (
                  total
                )}
              </td>
              <td>{totalAt(2 * at + 1)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
