import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { type SecondFactor, SecondFactorNameAndLastUse } from './profile/second-factor-name-and-last-use.tsx';
import { ResetSecondFactorsDialog } from './reset-second-factors-dialog.tsx';
import './profile/own-profile-side-sheet.css';

const texts = {
  none: text('该账号没有二次验证。', 'This account has no two-factor verification.'),
  hidden: text('您不能查看该账号的二次验证。', 'You may not view the two-factor verification of this account.'),
  reset: text('重置二次验证', 'Reset two-factor verification'),
};

/** Panel on the page of an account: its second factors, and their reset after the loss of a phone. */
export default function ResetSecondFactorsOfAccountPanel({ resource, row }: RecordPanelProps) {
  const t = useText();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const controller = `/admin/${resource.name.replace('/', '.')}` as const;
  const queryKey = ['factors', resource.name, row.id];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: queryFnFor<{ list: SecondFactor[] }>(`${controller}/factors`, { id: row.id }, { quiet: true }),
    staleTime: 0,
    retry: false,
  });
  if (isError) return <p>{t(texts.hidden)}</p>;
  if (!data) return <Skeleton active />;
  if (data.list.length === 0) return <p>{t(texts.none)}</p>;
  return (
    <>
      <ul className="xj-factors">
        {data.list.map((factor) => (
          <li key={factor.id}>
            <SecondFactorNameAndLastUse factor={factor} />
          </li>
        ))}
      </ul>
      <Button danger onClick={() => setAsking(true)}>
        {t(texts.reset)}
      </Button>
      {asking && (
        <ResetSecondFactorsDialog
          path={`${controller}/resetFactor`}
          id={row.id}
          name={String(row.username)}
          onClose={() => {
            setAsking(false);
            void client.invalidateQueries({ queryKey });
          }}
        />
      )}
    </>
  );
}
