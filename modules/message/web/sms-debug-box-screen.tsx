import { useQuery } from '@tanstack/react-query';
import { Alert, Table } from 'antd';
import { text } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  ModuleScreenFrame,
  QueryResultOrError,
  RefreshButton,
} from '#web/screen/module-screen-heading-and-query-result.tsx';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { smsDebugBoxScreen } from '../contract/module.ts';

const texts = {
  warning: text(
    '尚未接入短信服务商：验证码没有发出，只因如此才显示在这里。',
    'No SMS provider is connected: codes are not sent, which is the only reason they are shown here.',
  ),
  memory: text(
    '只保留在本服务进程的内存中，最多 200 条、1 小时；重启即清空，短信队列只留打码后的文本。查看会记入操作日志。',
    'Kept only in the memory of this server process, at most 200 for 1 hour, and cleared on restart. The SMS queue keeps only masked text. Viewing is recorded in the operation log.',
  ),
  mobile: text('手机号', 'Mobile number'),
  content: text('内容', 'Content'),
  time: text('时间', 'Time'),
  none: text('最近一小时没有发送验证码', 'No codes sent in the last hour'),
};

interface SentText {
  mobile: string;
  text: string;
  createtime: number;
}

/** On a phone the code comes first: in a third column it would lie outside the screen. */
function SentLines({ mobile, text: sent, createtime }: SentText) {
  return (
    <>
      <div>{sent}</div>
      <small>
        {mobile} · {formatMoment(createtime)}
      </small>
    </>
  );
}

/** `/admin/message/sink`: one-time codes for trying the platform while no carrier is configured. */
export default function SmsDebugBoxScreen() {
  const t = useText();
  const phone = useIsPhone();
  const query = useQuery({
    queryKey: ['message', 'sink'],
    queryFn: queryFnFor<{ list: SentText[] }>('/admin/message.sink/index'),
    staleTime: 0,
  });
  return (
    <ModuleScreenFrame title={t(smsDebugBoxScreen.label)} tools={<RefreshButton query={query} />}>
      <Alert type="error" showIcon title={t(texts.warning)} description={t(texts.memory)} />
      <QueryResultOrError query={query}>
        {({ list }) => (
          <Table<SentText>
            rowKey={(one) => `${one.createtime} ${one.mobile} ${one.text}`}
            dataSource={list}
            pagination={false}
            {...(phone ? {} : { scroll: { x: 'max-content' } })}
            locale={{ emptyText: t(texts.none) }}
            columns={
              phone
                ? [{ title: t(texts.content), render: (_, one) => <SentLines {...one} /> }]
                : [
                    { title: t(texts.time), dataIndex: 'createtime', render: formatMoment },
                    { title: t(texts.mobile), dataIndex: 'mobile' },
                    { title: t(texts.content), dataIndex: 'text' },
                  ]
            }
          />
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}
