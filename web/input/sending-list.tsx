import { Button, Progress } from 'antd';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import type { Uploads } from '#web/input/use-uploads.ts';
import './input.css';

const words = {
  sending: text('正在上传 {name}', 'Uploading {name}'),
  paused: text('已暂停 {name}', 'Paused {name}'),
  pause: text('暂停', 'Pause'),
  resume: text('继续', 'Resume'),
};

/** Files on their way, and how far each is; those that go in pieces can be held and gone on with. */
export function SendingList({ sending, pause }: Pick<Uploads, 'sending' | 'pause'>) {
  return sending.map(({ key, name, part, control, paused = false }) => (
    <div key={key} className="xj-upload-progress" role="status">
      <span>{speak(paused ? words.paused : words.sending, { name })}</span>
      <Progress percent={Math.round(part * 100)} size="small" aria-label={name} />
      {control && (
        <Button size="small" type="link" onClick={() => pause(key, !paused)}>
          {speak(paused ? words.resume : words.pause)}
        </Button>
      )}
    </div>
  ));
}
