import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { type ReactNode, useState } from 'react';
import { relationNameOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { toShanghaiIso } from '#kernel/time/shanghai-time.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { serverNow } from '#web/http/server-clock.ts';
import { translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { listRows } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import type { ModuleLensProps } from '#web/table/lens/module-lens-registry.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';

import './area-tree.css';

const texts = {
  name: text('名称', 'Name'),
  code: text('代码', 'Code'),
  valid: text('有效期', 'Validity'),
  successor: text('后继', 'Successor'),
  from: text('{from} 起', 'from {from}'),
  until: text('至 {to}', 'until {to}'),
  ended: { ...text('已停用', 'Discontinued'), tone: 'muted' },
  coming: { ...text('尚未启用', 'Not yet in effect'), tone: 'progress' },
} as const;

/** Divisions directly below a code; the provinces for null. A prefecture has a few dozen at most. */
function useBelow(resource: ModuleLensProps['resource'], code: string | null) {
  const search = [
    code === null
      ? { field: 'parent_code', operator: 'NULL' as const, val: '' }
      : { field: 'parent_code', operator: '=' as const, val: code },
  ];
  const params = { limit: 200, order: 'code,asc', search };
  return useQuery({
    queryKey: ['resource', resource.name, 'list', params],
    queryFn: async ({ signal }) => (await listRows(resource, params, { signal })).list ?? [],
  });
}

const isDay = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The divisions as a tree, expanded level by level, including discontinued ones and their successors. */
export default function AdministrativeDivisionTree({ resource, onOpen }: ModuleLensProps) {
  return <Branch resource={resource} code={null} onOpen={onOpen} />;
}

interface BranchProps extends Pick<ModuleLensProps, 'resource' | 'onOpen'> {
  readonly code: string | null;
}

function Branch({ resource, code, onOpen }: BranchProps) {
  const { data, error, isPending, refetch } = useBelow(resource, code);
  const [open, setOpen] = useState<readonly string[]>([]);
  const phone = useIsPhone();
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const today = toShanghaiIso(serverNow() * 1000).slice(0, 10);
  const named = (row: WireRow) => (
    <>
      <button type="button" className="xj-title-link" onClick={() => onOpen(row)}>
        {translateDivisionName(String(row.name))}
      </button>{' '}
      <Standing row={row} today={today} />
    </>
  );
  return (
    <Table<WireRow>
      className="xj-area-tree"
      size="small"
      rowKey={(row) => String(row.code)}
      loading={isPending}
      dataSource={data ?? []}
      pagination={false}
      showHeader={code === null}
      {...(phone ? {} : { scroll: { x: true } })}
      expandable={{
        expandedRowKeys: open,
        onExpandedRowsChange: (keys) => setOpen(keys.map(String)),
        rowExpandable: (row) => row.level !== '3',
        expandedRowRender: (row) => <Branch resource={resource} code={String(row.code)} onOpen={onOpen} />,
      }}
      columns={
        phone
          ? [
              {
                title: translate(texts.name),
                key: 'name',
                render: (_, row) => <DivisionSummary row={row}>{named(row)}</DivisionSummary>,
              },
            ]
          : [
              { title: translate(texts.name), key: 'name', render: (_, row) => named(row) },
              { title: translate(texts.code), dataIndex: 'code', width: 110 },
              { title: translate(texts.valid), key: 'valid', width: 220, render: (_, row) => validityOf(row) },
              { title: translate(texts.successor), key: 'successor', width: 180, render: (_, row) => successorOf(row) },
            ]
      }
    />
  );
}

function Standing({ row, today }: { row: WireRow; today: string }) {
  if (isDay(row.valid_to) && row.valid_to < today) return <OptionTag option={texts.ended} />;
  if (isDay(row.valid_from) && row.valid_from > today) return <OptionTag option={texts.coming} />;
  return null;
}

function validityOf(row: WireRow): string {
  const parts = [
    ...(isDay(row.valid_from) ? [translate(texts.from, { from: row.valid_from })] : []),
    ...(isDay(row.valid_to) ? [translate(texts.until, { to: row.valid_to })] : []),
  ];
  return parts.join(' ');
}

/** Successor of a division; the row carries its name beside the code. */
function successorOf(row: WireRow): string {
  if (!isDay(row.replaced_by)) return '';
  const { name } = (row[relationNameOf('replaced_by')] ?? {}) as { name?: string };
  return `${translateDivisionName(name ?? '')} ${row.replaced_by}`;
}

/** On a phone there is no room for columns, so their content is below the name. */
function DivisionSummary({ row, children }: { row: WireRow; children: ReactNode }) {
  const became = successorOf(row);
  const parts = [String(row.code), validityOf(row), became && `${translate(texts.successor)} ${became}`];
  return (
    <>
      {children}
      <small className="xj-area-told">{parts.filter(Boolean).join(' · ')}</small>
    </>
  );
}
