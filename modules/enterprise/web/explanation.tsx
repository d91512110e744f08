import { Input } from 'antd';
import { useId } from 'react';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';

const words = {
  label: text('不作更正的说明', 'Why it stands'),
  hint: text('已更正的不必填写', 'Not needed where you corrected it'),
};

/** What may be said to a mark that is not followed. */
export function Explanation({ value, onChange }: { value: string; onChange(value: string): void }) {
  const id = useId();
  return (
    <div className="xj-explanation">
      <label htmlFor={id}>{speak(words.label)}</label>
      <Input.TextArea
        id={id}
        value={value}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={500}
        placeholder={speak(words.hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
