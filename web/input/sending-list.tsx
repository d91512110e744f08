import { Progress } from 'antd';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import type { Sending } from '#web/input/use-uploads.ts';
import './input.css';

const words = { sending: text('正在上传 {name}', 'Uploading {name}') };

/** Files on their way, and how far each is. */
export function SendingList({ sending }: { sending: readonly Sending[] }) {
  return sending.map(({ key, name, part }) => (
    <div key={key} className="xj-upload-progress" role="status">
      <span>{speak(words.sending, { name })}</span>
      <Progress percent={Math.round(part * 100)} size="small" aria-label={name} />
    </div>
  ));
}
