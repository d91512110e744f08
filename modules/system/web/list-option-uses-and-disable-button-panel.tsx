import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { Link } from 'react-router';
import { isSelectableOnDay } from '#kernel/option/options-selectable-today.ts';
import { text } from '#kernel/text/text.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { can } from '#web/session/session.ts';
import './option-uses-panel.css';

const texts = {
  nowhere: text('这个字典还没有用在您可以查看的业务里。', 'This dictionary is not used in any resource you can view.'),
  rows: text('{n} 条记录', '{n} {n|record|records}'),
  unused: text('没有记录', 'No records'),
  retire: text('停用', 'Disable'),
  retired: text(
    '已停用，不再可选；已有记录照常显示。',
    'Disabled and no longer selectable; existing records keep showing it.',
  ),
  offer: text('重新启用', 'Enable again'),
};

interface Uses {
  fields: { resource: string; field: string; label: string; rows: Readonly<Record<string, number>> }[];
}

/** Link to the list of a resource, filtered by a field that holds this option. */
const addressOfRows = (resource: string, field: string, value: string): string =>
  `${resourcePath({ name: resource })}?${new URLSearchParams({ [field]: value }).toString()}`;

/** Where an option is used, by field, with a button to retire or restore it. */
export default function ListOptionUsesAndDisableButtonPanel({ resource, row }: RecordPanelProps) {
  const [list, value] = [String(row.list), String(row.value)];
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', resource.name, 'uses', list],
    queryFn: queryFnFor<Uses>('/admin/system.word/uses', { list }),
  });
  const offered = isSelectableOnDay({ 'zh-cn': '', en: '', until: row.valid_to ? String(row.valid_to) : undefined });
  const change = useMutation({
    mutationFn: () =>
      post(
        '/admin/system.word/edit',
        { id: row.id, version: row.version, valid_to: offered ? addDays(shanghaiToday(), -1) : null },
        { successMessage: true },
      ),
    onSettled: () => refreshResource(resource.name),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  return (
    <div className="xj-word-uses">
      {data.fields.length === 0 ? (
        <p>{translate(texts.nowhere)}</p>
      ) : (
        <ul>
          {data.fields.map(({ resource: of, field, label, rows }) => {
            const n = rows[value] ?? 0;
            return (
              <li key={`${of}.${field}`}>
                <span>{label}</span>
                {n > 0 ? (
                  <Link to={addressOfRows(of, field, value)}>{translate(texts.rows, { n })}</Link>
                ) : (
                  <small>{translate(texts.unused)}</small>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {!offered && <p>{translate(texts.retired)}</p>}
      {can('system/word/edit') && (
        <Button loading={change.isPending} onClick={() => change.mutate()}>
          {translate(offered ? texts.retire : texts.offer)}
        </Button>
      )}
    </div>
  );
}
