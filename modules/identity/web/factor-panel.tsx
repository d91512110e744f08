import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { text } from '#kernel/text.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { post } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panels.ts';
import { type Factor, FactorLine } from './factor-line.tsx';
import './profile-sheet.css';

const words = {
  none: text('该管理员没有二次验证。', 'This administrator has no second factor.'),
  hidden: text('您不能查看该管理员的二次验证。', 'You may not look at the second factors of this administrator.'),
  reset: text('重置二次验证', 'Reset the second factor'),
  ask: text('重置 {name} 的二次验证？', 'Reset the second factor of {name}?'),
  askText: text(
    '请先核实本人。其验证器、通行密钥与备用码全部失效，所有登录随即结束。',
    'Be sure who is asking. Every app, passkey and recovery code is gone, and every session ends.',
  ),
};

/** On the page of an administrator: what they prove themselves with, and taking it away when a telephone is lost. */
export default function FactorPanel({ row }: RecordPanelProps) {
  const say = useText();
  const client = useQueryClient();
  const queryKey = ['factors', row.id];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: reading<{ list: Factor[] }>('/admin/auth.admin/factors', { id: row.id }, { quiet: true }),
    staleTime: 0,
    retry: false,
  });
  const reset = useMutation({
    mutationFn: () => post('/admin/auth.admin/resetFactor', { id: row.id }, { successMessage: true }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const ask = async (): Promise<void> => {
    const title = say(words.ask, { name: String(row.username) });
    if (await confirm({ title, text: say(words.askText), okText: say(words.reset), tone: 'danger' })) reset.mutate();
  };
  if (isError) return <p>{say(words.hidden)}</p>;
  if (!data) return <Skeleton active />;
  if (data.list.length === 0) return <p>{say(words.none)}</p>;
  return (
    <>
      <ul className="xj-factors">
        {data.list.map((factor) => (
          <li key={factor.id}>
            <FactorLine factor={factor} />
          </li>
        ))}
      </ul>
      <Button danger loading={reset.isPending} onClick={() => void ask()}>
        {say(words.reset)}
      </Button>
    </>
  );
}
