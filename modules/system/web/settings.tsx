import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Fields } from '#kernel/field.ts';
import { type Text, text } from '#kernel/text.ts';
import { momentWords } from '#web/cell/date-words.ts';
import { ErrorState } from '#web/error/error-state.tsx';
import { toast } from '#web/feedback/toast.ts';
import { FieldForm } from '#web/form/field-form.tsx';
import { changedValues, type FormValues, initialValues } from '#web/form/form-values.ts';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { useUnloadGuard } from '#web/form/use-leave-guard.ts';
import { useSaveKey } from '#web/form/use-save-key.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { speak, useText } from '#web/i18n/locale.ts';
import { askDelete } from '#web/record/delete-rows.ts';
import { can } from '#web/session/session.ts';
import { useTab } from '#web/tab/tab-context.ts';
import '#web/form/form.css';
import '#web/screen/screen.css';
import { setting } from '../contract/setting.ts';
import { AddSetting } from './add-setting.tsx';
import './settings.css';

const words = {
  remark: text(
    '保存后立即在所有服务进程生效；每次修改都有记录。',
    'What is saved takes effect at once in every server process, and every change is on record.',
  ),
  save: text('保存', 'Save'),
  saved: text('已保存', 'Saved'),
  unchanged: text('没有需要保存的修改', 'Nothing was changed'),
  stale: text(
    '有人刚刚改过这些设置，已读取最新值，请核对后再保存',
    'Somebody has just changed these; they were read anew. Check, then save again',
  ),
  by: text('{name} 于 {time} 修改', 'Changed by {name}, {time}'),
  secret: text('已设置；留空则保持不变', 'Set; leave empty to keep it'),
  sections: text('设置分组', 'Sections of settings'),
  add: text('添加自定义设置', 'Add a setting'),
  delete: text('删除“{label}”', 'Delete “{label}”'),
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

interface Section {
  name: string;
  label: Text;
  fields: Fields;
  values: FormValues;
  rows: Readonly<Record<string, SettingRow>>;
}

interface Sections {
  sections: Section[];
}

const deleteWord = text('删除', 'Delete');

const queryKey = ['resource', setting.name, 'sections'];

/** `/admin/system/setting`: a section for each that modules declare; each is saved by itself. */
export default function SettingsScreen() {
  const say = useText();
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: reading<Sections>('/admin/system.setting/sections'),
    staleTime: 0,
  });
  const dirty = useRef(new Set<string>());
  const tab = useTab();
  return (
    <div className="xj-screen xj-padded">
      <header className="xj-screen-head">
        <div>
          <h1>{say(setting.label)}</h1>
          <p>{say(words.remark)}</p>
        </div>
      </header>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <div className="xj-settings">
          {data.sections.length > 1 && (
            <nav aria-label={say(words.sections)}>
              {data.sections.map(({ name, label }) => (
                <a key={name} href={`#settings-${name}`}>
                  {say(label)}
                </a>
              ))}
            </nav>
          )}
          <div className="xj-settings-sections">
            {data.sections.map((section) => (
              <SectionForm
                // read anew after it was saved or refused: the form begins again with what is set now
                key={`${section.name} ${Object.values(section.rows).map(({ version }) => version)}`}
                section={section}
                onDirty={(is) => {
                  if (is) dirty.current.add(section.name);
                  else dirty.current.delete(section.name);
                  tab.setDirty(dirty.current.size > 0);
                }}
              />
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function SectionForm({ section, onDirty }: { section: Section; onDirty(dirty: boolean): void }) {
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
        <span key={one} className="xj-settings-note">
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
              {speak(deleteWord)}
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
        className="xj-form xj-settings-section"
        noValidate
        aria-label={speak(label)}
        onSubmit={(event) => void save(event)}
      >
        <h2>{speak(label)}</h2>
        {problem && (
          <div className="xj-form-note" data-tone="bad" role="alert">
            {problem}
          </div>
        )}
        <FieldForm form={form} disabled={!mayEdit} notes={notes} />
        <div className="xj-form-buttons">
          {mayEdit && (
            <Button type="primary" htmlType="submit" loading={busy}>
              {speak(words.save)}
            </Button>
          )}
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
