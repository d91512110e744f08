import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { owningResourceOf } from '#kernel/access/rows-members-hold-directly-or-through-parent.ts';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { fieldOf } from '#kernel/list/list-query-in-url.ts';
import { hasSeveralParents, parentOf } from '#kernel/resource/parent-resource.ts';
import { referringValue } from '#kernel/resource/reference-fields-pointing-to-resource.ts';
import { text } from '#kernel/text/text.ts';
import { scrollableAntdTableComponents } from '#web/cell/scrollable-antd-table.tsx';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { translate } from '#web/i18n/locale.ts';
import { availableTableColumns } from '#web/resource/available-table-columns.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';

import './record.css';

const texts = {
  all: text('在列表中查看', 'View in list'),
  add: text('添加', 'Add'),
  none: text('没有{label}', 'None'),
};

const limit = 10;
/** Columns that fit a list inside a record. */
const shownColumns = 5;

interface RelatedListProps {
  readonly resource: AnyResource;
  /** The field that refers to the record, the resource of the record, and its id. */
  readonly field: string;
  readonly to: AnyResource;
  readonly id: number;
}

/** Whether a field refers to the owner of a resource's rows. */
const ofHolder = (resource: AnyResource, field: string): boolean =>
  field === resource.partOf &&
  !hasSeveralParents(resource) &&
  parentOf(resource, findResource).name === owningResourceOf(resource, findResource)?.name;

/** A list of the rows that refer to a record. */
export function ListOfRelatedRecords({ resource, field, to, id }: RelatedListProps) {
  const [page, setPage] = useState(1);
  const referring = String(referringValue(resource.fields[field] as AnyField, to, id));
  const params = { page, limit, search: [{ field, operator: '=' as const, val: referring }] };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'list', 'related', referring, params],
    queryFn: ({ signal }) => listRows(resource, params, { signal }),
    placeholderData: previousDataAsPlaceholder('resource', resource.name, 'list', 'related', referring),
  });
  const rows = isPlaceholderData ? undefined : data?.list?.length;
  useGoToLastPageWithRows({ page, limit, rows, total: data?.total ?? 0 }, setPage);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  // a field that only the server writes cannot be preset in a form
  const isWritable = resource.fields[field]?.write !== 'server';
  const names = availableTableColumns(resource)
    .filter((one) => one.shown && one.name !== field)
    .slice(0, shownColumns)
    .map((one) => one.name);
  return (
    <div className="xj-related">
      <Table<WireRow>
        rowKey="id"
        size="small"
        loading={isPending}
        dataSource={data?.list ?? []}
        components={scrollableAntdTableComponents}
        locale={{ emptyText: translate(resource.empty ?? texts.none, { label: translate(resource.label) }) }}
        pagination={{
          current: page,
          pageSize: limit,
          total: data?.total ?? 0,
          hideOnSinglePage: true,
          onChange: setPage,
        }}
        columns={names.map((name) => {
          const one = fieldOf(resource, name);
          return {
            key: name,
            title: one ? translate(one.label) : name,
            align: (one && kindOf(one).align) ?? ('left' as const),
            render: (_value: unknown, row: WireRow) => {
              if (!one) return null;
              const cell = <CellValue name={name} field={one} row={row} />;
              if (name !== resource.title) return cell;
              return <Link to={resourcePath(resource, row.id)}>{row[name] ? cell : titleOf(resource, row)}</Link>;
            },
          };
        })}
      />
      <p className="xj-related-links">
        <Link to={`${resourcePath(resource)}?${field}.eq=${referring}`}>{translate(texts.all)}</Link>
        {isWritable && mayPerform(resource, 'add', ofHolder(resource, field) ? id : undefined) && (
          <Link to={`${resourcePath(resource)}?form=add&${field}.eq=${referring}`}>{translate(texts.add)}</Link>
        )}
      </p>
    </div>
  );
}
