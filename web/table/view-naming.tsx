import { Input, Radio } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text.ts';
import { AskDialog } from '#web/form/ask-dialog.tsx';
import { speak } from '#web/i18n/locale.ts';
import { RemoteSelect } from '#web/input/remote-select.tsx';
import { type Audience, mayShare, sharedResource } from '#web/table/shared-views.ts';

const words = {
  title: text('保存视图', 'Save view'),
  name: text('视图名称', 'Name of the view'),
  ok: text('保存', 'Save'),
  whom: text('谁可以用', 'For whom'),
  me: text('仅自己', 'Myself'),
  group: text('一个管理组', 'A group'),
  all: text('全体管理员', 'All administrators'),
};

const longest = 40;

export interface ViewNamingProps {
  /** Whether it can be shared: a view of a list in the back office. */
  readonly sharing: boolean;
  readonly busy: boolean;
  /** `whom`: undefined where it is kept for oneself. */
  onName(name: string, whom?: Audience): void;
  onClose(): void;
}

/** Asks under which name a view is kept, and of who may share it for whom. */
export default function ViewNaming({ sharing, busy, onName, onClose }: ViewNamingProps) {
  const [name, setName] = useState('');
  const [whom, setWhom] = useState<'me' | 'group' | 'all'>('me');
  const [group, setGroup] = useState<number>();
  const written = name.trim();
  const field = sharedResource()?.fields.group_id;
  const audience: Audience | undefined =
    whom === 'all'
      ? { audience: 'all' }
      : whom === 'group' && group
        ? { audience: 'group', group_id: group }
        : undefined;
  return (
    <AskDialog
      title={speak(words.title)}
      okText={speak(words.ok)}
      width={400}
      busy={busy}
      disabled={written === '' || (whom === 'group' && !group)}
      dirty={written !== ''}
      onOk={() => onName(written, audience)}
      onClose={onClose}
    >
      <Input
        aria-label={speak(words.name)}
        placeholder={speak(words.name)}
        value={name}
        maxLength={longest}
        onChange={(event) => setName(event.target.value)}
      />
      {sharing && mayShare() && (
        <fieldset className="xj-view-whom">
          <legend>{speak(words.whom)}</legend>
          <Radio.Group
            value={whom}
            options={(['me', 'group', 'all'] as const).map((value) => ({ value, label: speak(words[value]) }))}
            onChange={(event) => setWhom(event.target.value as 'me' | 'group' | 'all')}
          />
          {whom === 'group' && field && (
            <RemoteSelect
              id="view-group"
              name="group_id"
              field={field}
              several={false}
              value={group ?? null}
              onChange={(next) => setGroup(typeof next === 'number' ? next : undefined)}
            />
          )}
        </fieldset>
      )}
    </AskDialog>
  );
}
