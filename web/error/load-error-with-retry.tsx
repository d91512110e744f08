import { Button } from 'antd';
import { text } from '#kernel/text/text.ts';
import { copyText } from '#web/feedback/copy-text.ts';
import { toast } from '#web/feedback/toast.ts';
import { WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import './state.css';

const texts = {
  title: text('没有加载成功', 'Loading failed'),
  offline: text('没有网络。联网后自动加载。', 'No network. Reloads automatically once you are online.'),
  retry: text('重试', 'Try again'),
  copy: text('复制错误信息', 'Copy error details'),
  copied: text('已复制', 'Copied'),
  request: text('请求编号 {id}', 'Request ID {id}'),
  unknown: text('出现意外问题，您的数据没有改变。', 'Something unexpected happened. Your data has not been changed.'),
};

/** Error message, with the request ID for the log and a button to retry. */
export function LoadErrorWithRetry({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const message = error instanceof Error && error.message ? error.message : translate(texts.unknown);
  const requestId = error instanceof WireError ? error.requestId : undefined;
  const offline = error instanceof WireError && error.status === 0 && !navigator.onLine;
  const copy = async () => {
    await copyText([message, requestId, window.location.href, new Date().toISOString()].filter(Boolean).join('\n'));
    toast.success(translate(texts.copied));
  };
  return (
    <div className="xj-state" role="alert">
      <h2>{translate(texts.title)}</h2>
      <p>{offline ? translate(texts.offline) : message}</p>
      {requestId && <p className="xj-state-id">{translate(texts.request, { id: requestId })}</p>}
      <div className="xj-state-buttons">
        {onRetry && (
          <Button type="primary" onClick={onRetry}>
            {translate(texts.retry)}
          </Button>
        )}
        {!offline && <Button onClick={() => void copy()}>{translate(texts.copy)}</Button>}
      </div>
    </div>
  );
}
