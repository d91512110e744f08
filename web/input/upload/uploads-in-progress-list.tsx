import { Button, Progress } from 'antd';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import type { UploadsInProgress } from './use-check-and-send-uploads-with-progress.ts';
import '../control/input.css';

const texts = {
  sending: text('正在上传 {name}', 'Uploading {name}'),
  paused: text('已暂停 {name}', '{name} paused'),
  lost: text('网络中断，恢复后接着上传 {name}', 'Connection lost; {name} resumes when it is back'),
  pause: text('暂停', 'Pause'),
  resume: text('继续', 'Resume'),
  cancel: text('取消', 'Cancel'),
  cancelOne: text('取消上传 {name}', 'Cancel upload of {name}'),
};

/** The uploads in progress. Those sent in pieces can be paused and resumed, and all can be cancelled. */
export function UploadsInProgressList({
  sending,
  pause,
  cancel,
}: Pick<UploadsInProgress, 'sending' | 'pause' | 'cancel'>) {
  return sending.map(({ key, name, part, control, paused = false, lost = false }) => (
    <div key={key} className="xj-upload-progress" role="status">
      <span>{translate(lost ? texts.lost : paused ? texts.paused : texts.sending, { name })}</span>
      <Progress percent={Math.round(part * 100)} size="small" aria-label={name} />
      <div className="xj-upload-hold">
        {control && (
          <Button size="small" type="link" onClick={() => pause(key, !paused)}>
            {translate(paused ? texts.resume : texts.pause)}
          </Button>
        )}
        <Button size="small" type="link" aria-label={translate(texts.cancelOne, { name })} onClick={() => cancel(key)}>
          {translate(texts.cancel)}
        </Button>
      </div>
    </div>
  ));
}
