import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Select, Skeleton } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { actionLabels } from '#kernel/declaration/standard-actions.ts';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { post } from '#web/http/client.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  actionsWithOwnColumn,
  filterMatrixRows,
  groupIntoMatrixRows,
  haveGroupsDifferentRights,
  type PermissionWithGroups,
} from './rights-matrix-rows.ts';

const texts = {
  groups: text('管理组（至多六个）', 'Groups (up to six)'),
  find: text('按业务、操作或节点筛选', 'Filter by resource, action or node'),
  export: text('导出全部（.xlsx）', 'Export all (.xlsx)'),
  different: text('只看不同', 'Differences only'),
  resource: text('业务', 'Resource'),
  enter: text('菜单', 'Menu'),
  others: text('办理与其他', 'Actions and other'),
  held: text('{name}：有', '{name}: yes'),
  lacks: text('{name}：无', '{name}: no'),
  none: text('没有符合的权限', 'No matching permissions'),
  legend: text('每格从左到右依次为：{names}', 'In each cell, from left to right: {names}'),
};

interface Rights {
  groups: { id: number; name: string }[];
  rules: PermissionWithGroups[];
}

/** Permissions as a matrix: resources by actions, groups side by side in each cell. */
export function RightsMatrixOfComparedGroups() {
  const t = useText();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [typed, setTyped] = useState('');
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const { data: all } = useQuery({
    queryKey: ['access groups'],
    queryFn: queryFnFor<{ options: { value: number; label: string }[] }>('/admin/auth.access/groups'),
    staleTime: 0,
  });
  const { data, error, refetch } = useQuery({
    queryKey: ['access rights', chosen],
    queryFn: queryFnFor<Rights>('/admin/auth.access/rights', { groups: chosen.join(',') }),
    staleTime: 0,
    placeholderData: previousDataAsPlaceholder('access rights'),
  });
  const matrix = useMutation({
    mutationFn: () => post<{ url: string }>('/admin/auth.access/matrix'),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const wanted = useDeferredValue(typed);
  const rows = useMemo(() => groupIntoMatrixRows(data?.rules ?? []), [data]);
  const shown = useMemo(() => filterMatrixRows(rows, wanted, onlyDifferent), [rows, wanted, onlyDifferent]);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  const { groups } = data;
  return (
    <div className="xj-rights">
      <div className="xj-rights-tools">
        <Select
          mode="multiple"
          maxCount={6}
          aria-label={t(texts.groups)}
          placeholder={t(texts.groups)}
          showSearch={{ optionFilterProp: 'label' }}
          // the data may still belong to the previous choice and would drop the latest group
          value={chosen.length > 0 ? [...chosen] : groups.map((one) => one.id)}
          options={all?.options ?? groups.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids: number[]) => setChosen(ids)}
        />
        <Input
          allowClear
          type="search"
          value={typed}
          placeholder={t(texts.find)}
          aria-label={t(texts.find)}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Checkbox checked={onlyDifferent} onChange={(event) => setOnlyDifferent(event.target.checked)}>
          {t(texts.different)}
        </Checkbox>
        <Button loading={matrix.isPending} onClick={() => matrix.mutate()}>
          {t(texts.export)}
        </Button>
      </div>
      <p>{t(texts.legend, { names: groups.map((one) => one.name).join(' / ') })}</p>
      <RightsTable rows={shown} groups={groups} />
      {shown.length === 0 && <p role="status">{t(texts.none)}</p>}
    </div>
  );
}

interface RightsTableProps {
  rows: ReturnType<typeof filterMatrixRows>;
  groups: Rights['groups'];
}

/** Table of the matrix: a row per resource, a column per action, groups in each cell. */
function RightsTable({ rows, groups }: RightsTableProps) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className="xj-rights-scroll" tabIndex={0} aria-label={t(texts.resource)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(texts.resource)}</th>
            <th scope="col">{t(texts.enter)}</th>
            {actionsWithOwnColumn.map((action) => (
              <th key={action} scope="col">
                {t(actionLabels[action])}
              </th>
            ))}
            <th scope="col">{t(texts.others)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rule, usual, others }) => (
            <tr key={rule.id}>
              <th scope="row" title={rule.name}>
                {rule.path}
              </th>
              <td>
                <Marks rule={rule} groups={groups} />
              </td>
              {actionsWithOwnColumn.map((action) => (
                <td key={action}>
                  <Marks rule={usual.get(action)} groups={groups} />
                </td>
              ))}
              <td>
                <ul>
                  {others.map((one) => (
                    <li key={one.id} title={one.name}>
                      {one.title} <Marks rule={one} groups={groups} />
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Which groups hold a permission, in order: filled or empty, distinguishable without colour. */
function Marks({ rule, groups }: { rule: PermissionWithGroups | undefined; groups: Rights['groups'] }) {
  const t = useText();
  if (!rule) return null;
  const holders = groups.map(({ name }, at) => t(rule.held[at] ? texts.held : texts.lacks, { name })).join('，');
  return (
    <span
      className="xj-rights-marks"
      role="img"
      aria-label={holders}
      title={holders}
      data-differs={haveGroupsDifferentRights(rule) || undefined}
    >
      {rule.held.map((held) => (held ? '●' : '○')).join(' ')}
    </span>
  );
}
