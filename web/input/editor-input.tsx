import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/input-props.ts';
import './input.css';

const words = {
  install: text(
    '富文本编辑器需先从模块市场安装。已有内容会原样保留。',
    'A rich text editor must first be installed from the module market. What is there is kept as it is.',
  ),
};

/** Rich text has no editor of its own here (specification §3): the value is kept, not turned into plain text. */
export function EditorInput({ id, describedBy }: InputProps) {
  return (
    <div
      id={id}
      role="note"
      className="xj-editor-absent"
      aria-labelledby={`${id}-label`}
      aria-describedby={describedBy}
    >
      {speak(words.install)}
    </div>
  );
}
