import { Input, Modal } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';

const words = {
  title: text('保存视图', 'Save view'),
  name: text('视图名称', 'Name of the view'),
  ok: text('保存', 'Save'),
  cancel: text('取消', 'Cancel'),
};

const longest = 40;

/** Asks under which name a view is kept. */
export default function ViewNaming({ onName, onClose }: { onName(name: string): void; onClose(): void }) {
  const [name, setName] = useState('');
  const written = name.trim();
  const save = () => written && onName(written);
  return (
    <Modal
      open
      title={speak(words.title)}
      width={400}
      okText={speak(words.ok)}
      cancelText={speak(words.cancel)}
      okButtonProps={{ disabled: written === '' }}
      onOk={save}
      onCancel={onClose}
    >
      <Input
        aria-label={speak(words.name)}
        placeholder={speak(words.name)}
        value={name}
        maxLength={longest}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={save}
      />
    </Modal>
  );
}
