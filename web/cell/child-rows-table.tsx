import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { kindOf } from '#kernel/field/field.ts';
import { isChildList, maxChildRowsInRecord } from '#kernel/kind/linked/child-rows.ts';
import { parentOf } from '#kernel/resource/parent-resource.ts';
import { text } from '#kernel/text/text.ts';
import type { ChildRowsCellProps } from '#web/cell/child-rows-cell-props.ts';
import { scrollableAntdTableComponents } from '#web/cell/scrollable-antd-table.tsx';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { translate } from '#web/i18n/locale.ts';
import { mayPerformOnChildRows, readChildRows } from '#web/resource/child-rows-calls.ts';
import { childResourceOf } from '#web/resource/child-rows-in-form.ts';
import { useGoToLastPageWithRows } from '#web/resource/go-to-last-page-with-rows.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

const texts = { number: text('行', 'Row') };
const limit = 20;

/**
 * The child rows of a record as a table, with the rows within each. A list too long to come with the record is read
 * page by page.
 */
export default function ChildRowsTable({ name, field, row, inside: CellValue }: ChildRowsCellProps) {
  const [page, setPage] = useState(1);
  const child = childResourceOf(field);
  const whole = parentOf(child, findResource);
  const carried = Array.isArray(row[name]) ? (row[name] as WireRow[]) : undefined;
  const seen = mayPerformOnChildRows(child, 'index');
  const { data, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['resource', whole.name, 'rows', row.id, name, page],
    queryFn: ({ signal }) => readChildRows(whole, row.id, name, { page, limit, signal }),
    enabled: carried === undefined && seen,
    placeholderData: previousDataAsPlaceholder('resource', whole.name, 'rows', row.id, name),
  });
  const total = carried?.length ?? data?.total ?? 0;
  const rows = carried ? carried.slice((page - 1) * limit, page * limit) : (data?.list ?? []);
  const isShown = carried !== undefined || (data !== undefined && !isPlaceholderData);
  useGoToLastPageWithRows({ page, limit, rows: isShown ? rows.length : undefined, total }, setPage);
  if (!seen || (carried && total === 0)) return <CellValue name={name} field={field} row={{ ...row, [name]: [] }} />;
  const shown = Object.entries(child.fields).filter(
    ([each, one]) => each !== child.partOf && one.privacy !== 'hidden' && one.list !== 'never' && !one.through,
  );
  const inner = shown.filter(([, one]) => isChildList(one));
  const columns = [
    {
      key: 'at',
      title: translate(texts.number),
      width: 56,
      render: (_: unknown, _row: WireRow, at: number) => (page - 1) * limit + at + 1,
    },
    ...shown.map(([each, one]) => ({
      key: each,
      title: translate(one.label),
      align: kindOf(one).align ?? ('left' as const),
      render: (_: unknown, own: WireRow) => <CellValue name={each} field={one} row={own} />,
    })),
  ];
  return (
    <Table<WireRow>
      rowKey="id"
      size="small"
      loading={carried === undefined && isFetching}
      dataSource={rows}
      components={scrollableAntdTableComponents}
      columns={columns}
      pagination={{
        current: page,
        pageSize: limit,
        total,
        hideOnSinglePage: true,
        showSizeChanger: false,
        onChange: setPage,
      }}
      {...(inner.length > 0 && total <= maxChildRowsInRecord
        ? {
            expandable: {
              defaultExpandAllRows: total <= limit,
              rowExpandable: (own: WireRow) => inner.some(([each]) => Array.isArray(own[each]) && own[each].length > 0),
              expandedRowRender: (own: WireRow) =>
                inner.map(([each, one]) => <CellValue key={each} name={each} field={one} row={own} roomy />),
            },
          }
        : {})}
    />
  );
}
