import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Fields } from '#kernel/field.ts';
import { type Text, text } from '#kernel/text.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { toast } from '#web/feedback/toast.ts';
import { FieldForm } from '#web/form/field-form.tsx';
import { changedValues, type FormValues, initialValues } from '#web/form/form-values.ts';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { useUnloadGuard } from '#web/form/use-leave-guard.ts';
import { useSaveKey } from '#web/form/use-save-key.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { askDelete } from '#web/record/delete-rows.ts';
import { can } from '#web/session/session.ts';
import { setting } from '../contract/setting.ts';
import { AddSetting } from './add-setting.tsx';
import { TestButton } from './test-button.tsx';

const words = {
  save: text('保存', 'Save'),
  saved: text('已保存', 'Saved'),
  unsaved: text('未保存', 'Not saved'),
  unchanged: text('没有需要保存的修改', 'Nothing was changed'),
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [adding, setAdding] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const told = useRef(onDirty);
  told.current = onDirty;
  const mayEdit = can(`${setting.name}/edit`);
  useSaveKey(element);
  useUnloadGuard(form.dirty);
  useEffect(() => {
    told.current(form.dirty);
    return () => told.current(false);
  }, [form.dirty]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (busy || !form.check()) return;
    const values = changedValues(form.initial, form.values);
    if (Object.keys(values).length === 0) {
      toast.info(speak(words.unchanged));
      return;
    }
    setBusy(true);
    try {
      const versions = Object.fromEntries(Object.keys(values).map((one) => [one, rows[one]?.version]));
      const next = await post<Sections>(
        '/admin/system.setting/save',
        { section: name, values, versions },
        { quiet: true, area: 'admin' },
      );
      toast.success(speak(words.saved));
      client.setQueryData<Sections>(queryKey, next);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const others = form.refuse(error.errors);
      if (error.reason === 'stale_version') {
        toast.info(speak(words.stale));
        await client.invalidateQueries({ queryKey });
      } else if (!error.errors || others.length > 0) setProblem([error.message, ...others].join(' '));
    } finally {
      setBusy(false);
    }
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
      <form
        ref={element}
        id={`settings-${name}`}
        className="xj-form xj-set-section"
        noValidate
        hidden={hidden}
        aria-label={speak(label)}
        onSubmit={(event) => void save(event)}
      >
        <h2>{speak(label)}</h2>
        {problem && (
          <div className="xj-form-note" data-tone="bad" role="alert">
            {problem}
          </div>
        )}
        <FieldForm form={form} names={names} disabled={!mayEdit} notes={notes} />
        <div className="xj-form-buttons">
          {mayEdit && (
            <Button type="primary" htmlType="submit" loading={busy}>
              {speak(words.save)}
            </Button>
          )}
          {mayEdit && <TestButton section={name} values={form.values} dirty={form.dirty} />}
          {can(`${setting.name}/add`) && <Button onClick={() => setAdding(true)}>{speak(words.add)}</Button>}
        </div>
      </form>
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
