import { Input } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text.ts';
import { AskDialog } from '#web/form/ask-dialog.tsx';
import { speak } from '#web/i18n/locale.ts';

const words = {
  title: text('保存视图', 'Save view'),
  name: text('视图名称', 'Name of the view'),
  ok: text('保存', 'Save'),
};

const longest = 40;

/** Asks under which name a view is kept. */
export default function ViewNaming({ onName, onClose }: { onName(name: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  const written = name.trim();
  return (
    <AskDialog
      title={speak(words.title)}
      okText={speak(words.ok)}
      width={400}
      disabled={written === ''}
      dirty={written !== ''}
      onOk={() => onName(written)}
      onClose={onClose}
    >
      <Input
        aria-label={speak(words.name)}
        placeholder={speak(words.name)}
        value={name}
        maxLength={longest}
        onChange={(event) => setName(event.target.value)}
      />
    </AskDialog>
  );
}
