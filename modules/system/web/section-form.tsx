import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Fields } from '#kernel/field.ts';
import { type Text, text } from '#kernel/text.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { toast } from '#web/feedback/toast.ts';
import { changedValues, type FormValues, initialValues } from '#web/form/form-values.ts';
import { SentForm } from '#web/form/sent-form.tsx';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { post } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { askDelete } from '#web/record/delete-rows.ts';
import { can } from '#web/session/session.ts';
import { setting } from '../contract/setting.ts';
import { AddSetting } from './add-setting.tsx';
import { TestButton } from './test-button.tsx';

const words = {
  unsaved: text('未保存', 'Not saved'),
  stale: text(
    '有人刚刚改过这些设置，已读取最新值，请核对后再保存',
    'Somebody has just changed these; they were read anew. Check, then save again',
  ),
  by: text('{name} 于 {time} 修改', 'Changed by {name}, {time}'),
  secret: text('已设置；留空则保持不变', 'Set; leave empty to keep it'),
  add: text('添加自定义设置', 'Add a setting'),
  delete: text('删除“{label}”', 'Delete “{label}”'),
  deleteWord: text('删除', 'Delete'),
};

interface SettingRow {
  id: number;
  version: number;
  set: boolean;
  changed_by: string | null;
  updatetime: number;
  /** Added by an administrator, who may take it away again. */
  own: boolean;
}

/** A section as the server tells it. */
export interface Section {
  name: string;
  label: Text;
  fields: Fields;
  values: FormValues;
  rows: Readonly<Record<string, SettingRow>>;
}

export interface Sections {
  sections: Section[];
}

export const queryKey = ['resource', setting.name, 'sections'];

interface SectionFormProps {
  readonly section: Section;
  /** Stands there, with what was typed, and is not seen. */
  readonly hidden: boolean;
  /** Only these of its settings. */
  readonly names: readonly string[];
  onDirty(dirty: boolean): void;
}

/** A section, saved by itself: with who changed what, and with the settings administrators added. */
export function SectionForm({ section, hidden, names, onDirty }: SectionFormProps) {
  const { name, label, fields, rows } = section;
  const client = useQueryClient();
  const form = useFieldForm(fields, { mode: 'edit', initial: initialValues(fields, section.values) });
  const [adding, setAdding] = useState(false);
  const mayEdit = can(`${setting.name}/edit`);
  const mayAdd = can(`${setting.name}/add`);
  const send = async (values: FormValues) => {
    const versions = Object.fromEntries(Object.keys(values).map((one) => [one, rows[one]?.version]));
    const body = { section: name, values, versions };
    client.setQueryData<Sections>(
      queryKey,
      await post<Sections>('/admin/system.setting/save', body, { quiet: true, area: 'admin' }),
    );
  };

  const notes = Object.fromEntries(
    Object.entries(rows).flatMap(([one, { id, set, own, changed_by, updatetime }]) => [
      [
        one,
        <span key={one} className="xj-set-note">
          {form.values[one] !== form.initial[one] && <mark>{speak(words.unsaved)}</mark>}
          {set && fields[one]?.privacy ? `${speak(words.secret)} · ` : ''}
          {changed_by ? speak(words.by, { name: changed_by, time: momentWords(updatetime) }) : ''}
          {own && can(`${setting.name}/del`) && (
            <Button
              size="small"
              type="link"
              danger
              aria-label={speak(words.delete, { label: speak(fields[one]?.label ?? words.add) })}
              onClick={() => void askDelete(setting, [{ id, name: `${name}.${one}` }])}
            >
              {speak(words.deleteWord)}
            </Button>
          )}
        </span>,
      ],
    ]),
  );
  return (
    <>
      <SentForm
        id={`settings-${name}`}
        className="xj-set-section"
        hidden={hidden}
        label={speak(label)}
        heading={<h2>{speak(label)}</h2>}
        form={form}
        names={names}
        notes={notes}
        disabled={!mayEdit}
        values={() => (form.check() ? changedValues(form.initial, form.values) : undefined)}
        send={send}
        onRefused={async ({ reason }) => {
          if (reason !== 'stale_version') return false;
          toast.info(speak(words.stale));
          await client.invalidateQueries({ queryKey });
          return true;
        }}
        buttons={
          (mayEdit || mayAdd) && (
            <>
              {mayEdit && <TestButton section={name} values={form.values} dirty={form.dirty} />}
              {mayAdd && <Button onClick={() => setAdding(true)}>{speak(words.add)}</Button>}
            </>
          )
        }
        onDirty={onDirty}
      />
      {adding && (
        <AddSetting
          section={section}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void client.invalidateQueries({ queryKey });
          }}
        />
      )}
    </>
  );
}
