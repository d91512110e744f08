import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';
import type { SimulatorMenu } from '../../contract/simulator-actions-and-answer-types.ts';
import { SimulatedConversationWithFollowerActions } from './simulated-conversation-with-follower-actions.tsx';

const texts = {
  lead: text(
    '像粉丝一样发消息、点菜单，看到真实规则给出的回复；不联网，不计数，不留记录。',
    'Write and press buttons like a follower, and see what the real rules answer. Nothing is sent, counted or stored.',
  ),
  published: text('菜单：{name}（第 {n} 版，已发布）', 'Menu: {name} (version {n}, published)'),
  draft: text('菜单：{name}（尚未发布）', 'Menu: {name} (not published)'),
  none: text('还没有菜单', 'There is no menu yet'),
  closed: text('没有使用模拟器的权限', 'You may not use the simulator'),
};

/** The simulator, of an account on its page, and with a version of its menu on the page of that. */
export default function OfficialAccountSimulatorPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const isMenu = resource.name === 'wechat/menu';
  const account = Number(isMenu ? row.account_id : row.id);
  const related = row.account as { readonly name?: string } | undefined;
  const may = can('wechat/account/simulate');
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'wechat/account', 'simulator', account, isMenu ? row.id : 0, row.version],
    queryFn: queryFnFor<SimulatorMenu>('/admin/wechat.account/simulator', {
      id: account,
      ...(isMenu ? { menu: row.id } : {}),
    }),
    enabled: may,
  });
  if (!may) return <Alert type="info" showIcon title={t(texts.closed)} />;
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { menu } = data;
  const about = menu
    ? t(menu.status === 'published' ? texts.published : texts.draft, { name: menu.name, n: menu.revision ?? 0 })
    : t(texts.none);
  return (
    <SimulatedConversationWithFollowerActions
      key={account}
      account={account}
      title={String(isMenu ? (related?.name ?? '') : row.name)}
      lead={t(texts.lead)}
      about={about}
      buttons={data.buttons}
    />
  );
}
