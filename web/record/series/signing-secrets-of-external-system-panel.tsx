import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { pathOf } from '#web/resource/resource-calls.ts';

import './time-series-panel.css';

const texts = {
  about: text(
    '来源用密钥对每批读数签名。签发新密钥后，原密钥七天内仍有效，便于更换。',
    'The source signs each batch with its secret. After a new one is issued, the one before remains valid for seven days.',
  ),
  key: text('应用标识（X-App-Key）', 'Application key (X-App-Key)'),
  none: text('还没有密钥', 'There is no secret yet'),
  issue: text('签发新密钥', 'Issue a secret'),
  confirmIssue: text('签发新密钥？更早的密钥立即失效。', 'Issue a new secret? Older ones than the last end at once.'),
  once: text('请立即保存，关闭后不再显示', 'Save it now. It is not shown again'),
  since: text('{at} 签发', 'Issued {at}'),
  until: text('{at} 失效', 'Ends {at}'),
  end: text('作废', 'End'),
  confirmEnd: text(
    '立即作废这个密钥？用它签名的请求将被拒绝。',
    'End this secret at once? Requests signed with it are refused then.',
  ),
};

interface Secrets {
  readonly app_key: string | null;
  readonly list: readonly { id: number; createtime: number; expiretime: number | null }[];
}

interface Props {
  readonly resource: AnyResource;
  readonly id: number;
  /** What is signed with the secret. Default: batches of readings. */
  readonly about?: Text;
}

/** The secrets of a system that signs what it sends: issued, replaced and ended, and shown once. */
export default function SigningSecretsOfExternalSystemPanel({ resource, id, about = texts.about }: Props) {
  const t = useText();
  const [issued, setIssued] = useState<{ app_key: string; secret: string }>();
  const { data, error, refetch } = useQuery({
    queryKey: ['secrets', resource.name, id],
    queryFn: queryFnFor<Secrets>(pathOf(resource, 'secrets'), { id }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const act = async (work: () => Promise<void>) => {
    await work().catch((reason: unknown) => {
      if (!isCancelled(reason)) throw reason;
    });
    await refetch();
  };
  const issue = async () => {
    if (data && data.list.length > 1 && !(await confirm({ title: t(texts.confirmIssue) }))) return;
    await act(async () => setIssued(await post(pathOf(resource, 'issueSecret'), { id })));
  };
  const end = async (secret: number) => {
    if (!(await confirm({ title: t(texts.confirmEnd), tone: 'danger' }))) return;
    await act(async () => {
      await post(pathOf(resource, 'endSecret'), { id, secret });
    });
  };
  return (
    <div className="xj-series">
      <p className="xj-series-note">{t(about)}</p>
      {data?.app_key && (
        <p>
          {t(texts.key)} <code>{data.app_key}</code>
        </p>
      )}
      {issued && <Alert type="success" title={t(texts.once)} description={<code>{issued.secret}</code>} />}
      {data && data.list.length === 0 && <p className="xj-series-note">{t(texts.none)}</p>}
      <ul className="xj-series-held">
        {data?.list.map((one) => (
          <li key={one.id}>
            {t(texts.since, { at: formatMinute(one.createtime) })}
            {one.expiretime !== null && ` · ${t(texts.until, { at: formatMinute(one.expiretime) })}`}
            <Button size="small" onClick={() => void end(one.id)}>
              {t(texts.end)}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={() => void issue()}>{t(texts.issue)}</Button>
      </div>
    </div>
  );
}
