import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Table } from 'antd';
import { text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { scrollableAntdTableComponents } from '#web/cell/scrollable-antd-table.tsx';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  ModuleScreenFrame,
  QueryResultOrError,
  RefreshButton,
} from '#web/screen/module-screen-heading-and-query-result.tsx';
import { lockedAccountsScreen } from '../contract/module.ts';

const texts = {
  lead: text(
    '连续输错密码达到上限的账号锁定一段时间（见系统设置“登录安全”）。核实本人后可提前解锁。',
    'Accounts are locked for a while after too many wrong passwords in a row (see “Sign-in security” in Settings). Unlock them earlier after verifying the person.',
  ),
  kind: text('类型', 'Kind'),
  admin: text('管理员', 'Administrator'),
  member: text('会员', 'Member'),
  username: text('用户名', 'Username'),
  name: text('姓名', 'Name'),
  lockedAt: text('锁定时间', 'Locked at'),
  until: text('解锁时间', 'Unlocks at'),
  unlock: text('解锁', 'Unlock'),
  confirm: text('解锁 {name}？', 'Unlock {name}?'),
  confirmText: text('该账号可以立即再次尝试登录。', 'The account can try to sign in again immediately.'),
  none: text('没有被锁定的账号', 'No locked accounts'),
};

interface Lock {
  type: 'admin' | 'member';
  id: number;
  username: string;
  name: string;
  locked_at: number;
  until: number;
}

/** `/admin/auth/lock`: accounts locked after wrong passwords, with early unlock. */
export default function LockedAccountsScreen() {
  const t = useText();
  const client = useQueryClient();
  const queryKey = ['auth', 'lock'];
  const query = useQuery({
    queryKey,
    queryFn: queryFnFor<{ list: Lock[] }>('/admin/auth.lock/index'),
    staleTime: 0,
  });
  const unlock = useMutation({
    mutationFn: ({ type, id }: Lock) => post('/admin/auth.lock/unlock', { type, id }, { successMessage: true }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const confirmUnlock = async (one: Lock): Promise<void> => {
    const title = t(texts.confirm, { name: one.username });
    if (await confirm({ title, text: t(texts.confirmText), okText: t(texts.unlock) })) unlock.mutate(one);
  };
  return (
    <ModuleScreenFrame
      title={t(lockedAccountsScreen.label)}
      lead={t(texts.lead)}
      tools={<RefreshButton query={query} />}
    >
      <QueryResultOrError query={query}>
        {({ list }) => (
          <Table<Lock>
            rowKey={(one) => `${one.type} ${one.id}`}
            dataSource={list}
            pagination={false}
            components={scrollableAntdTableComponents}
            locale={{ emptyText: t(texts.none) }}
            columns={[
              { title: t(texts.kind), dataIndex: 'type', render: (type: Lock['type']) => t(texts[type]) },
              { title: t(texts.username), dataIndex: 'username' },
              { title: t(texts.name), dataIndex: 'name' },
              { title: t(texts.lockedAt), dataIndex: 'locked_at', render: formatMinute },
              { title: t(texts.until), dataIndex: 'until', render: formatMinute },
              {
                key: 'unlock',
                render: (_, one) => (
                  <Button size="small" disabled={unlock.isPending} onClick={() => void confirmUnlock(one)}>
                    {t(texts.unlock)}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}
