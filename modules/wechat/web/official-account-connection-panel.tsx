import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { isCancelled, post } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { can } from '#web/session/session.ts';

const texts = {
  lead: text(
    '在微信公众平台“设置与开发—基本配置”填写下面的服务器地址，令牌与消息加密密钥与这里一致，并把本平台的出口 IP 加入白名单。',
    'Enter this address at WeChat under “Settings, Basic configuration”, with the same token and EncodingAESKey, and allow the address from which this platform calls.',
  ),
  address: text('服务器地址（URL）', 'Server address (URL)'),
  test: text('检查接入', 'Test the connection'),
  off: text('“接入”还没有打开', '“Connected” is off'),
};

/** How an account is connected: the address for WeChat, and a test. */
export default function OfficialAccountConnectionPanel({ row }: RecordPanelProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['resource', 'wechat/account', 'connection', row.id, row.version],
    queryFn: queryFnFor<{ address: string; connected: boolean }>('/admin/wechat.account/connection', { id: row.id }),
  });
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  const test = async () => {
    setBusy(true);
    try {
      await post('/admin/wechat.account/test', { id: row.id }, { successMessage: true });
    } catch (failure) {
      // the client shows the answer of WeChat
      if (!isCancelled(failure) && !(failure instanceof Error)) throw failure;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>{t(texts.lead)}</p>
      <p>
        {t(texts.address)} <code>{data?.address}</code>
      </p>
      {data && !data.connected && <p>{t(texts.off)}</p>}
      {can('wechat/account/edit') && (
        <Button loading={busy} disabled={!data?.connected} onClick={() => void test()}>
          {t(texts.test)}
        </Button>
      )}
    </>
  );
}
