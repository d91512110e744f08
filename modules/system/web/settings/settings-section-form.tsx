import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { toast } from '#web/feedback/toast.ts';
import { FormWithOwnSubmitHandler } from '#web/form/form-with-own-submit-handler.tsx';
import {
  changedValues,
  conflictingFieldNames,
  type FormValues,
  initialValues,
  isMaskedOrWithheldFromBrowser,
} from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { confirmDelete } from '#web/record/action/lazy-confirm-and-delete.ts';
import { can } from '#web/session/session.ts';
import { storedSetting } from '../../contract/stored-setting.ts';
import { AddCustomSettingDialog } from './add-custom-setting-dialog.tsx';
import { TestMailOrSmsButton } from './test-mail-or-sms-button.tsx';

const texts = {
  unsaved: text('未保存', 'Unsaved'),
  stale: text(
    '有人刚刚改过这些设置，已读取最新值，请核对后再保存',
    'Someone has just changed these settings. The latest values have been loaded; check before saving again',
  ),
  now: text('现为', 'Current'),
  by: text('{name} 于 {time} 修改', 'Changed by {name} on {time}'),
  secret: text('已设置；留空则保持不变', 'Set; leave empty to keep it'),
  add: text('添加自定义设置', 'Add custom setting'),
  delete: text('删除“{label}”', 'Delete “{label}”'),
  deleteWord: text('删除', 'Delete'),
};

interface SettingRow {
  id: number;
  version: number;
  set: boolean;
  changed_by: string | null;
  updatetime: number;
  /** Added by an administrator, who may delete it. */
  own: boolean;
}

/** A section as answered by the server. */
export interface SettingsSection {
  name: string;
  label: Text;
  fields: Fields;
  values: FormValues;
  rows: Readonly<Record<string, SettingRow>>;
}

export interface SettingsSections {
  sections: SettingsSection[];
}

const versionsOf = (rows: SettingsSection['rows']): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(rows).map(([name, { version }]) => [name, version]));

export const settingsSectionsQueryKey = ['resource', storedSetting.name, 'sections'];

interface SectionFormProps {
  readonly section: SettingsSection;
  /** Rendered, so that what was typed stays, but not shown. */
  readonly hidden: boolean;
  /** Names of the settings to show. */
  readonly names: readonly string[];
  onDirty(dirty: boolean): void;
}

/**
 * Form of a section. Values saved by others meanwhile are taken over, except where the person typed something else:
 * these are in conflict.
 */
function useSectionForm(section: SettingsSection) {
  const { name, fields, rows } = section;
  // a draft made before others changed the section no longer applies
  const draft = `${storedSetting.name} ${name}@${Object.values(versionsOf(rows)).join()}`;
  const form = useFormState(fields, { mode: 'edit', initial: initialValues(fields, section.values), draft });
  // reloaded values are taken over; typed ones are still sent with the version that was seen
  const [seen, setSeen] = useState(() => versionsOf(rows));
  const [disputed, setDisputed] = useState<readonly string[]>([]);
  const takeIn = () => {
    const begun = initialValues(fields, section.values);
    const both = [...new Set([...disputed, ...conflictingFieldNames(form, begun)])];
    form.rebase(begun);
    setDisputed(both);
    setSeen((before) => ({ ...versionsOf(rows), ...Object.fromEntries(both.map((one) => [one, before[one] ?? 0])) }));
  };
  const rebase = useRef(takeIn);
  rebase.current = takeIn;
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every reload
  useEffect(() => rebase.current(), [section]);
  return { form, seen, setSeen, disputed, setDisputed };
}

interface RowNoteProps {
  readonly name: string;
  readonly section: SettingsSection;
  readonly form: ReturnType<typeof useSectionForm>['form'];
  /** Somebody else changed it since it was edited here. */
  readonly disputed: boolean;
}

/**
 * The note below a setting: whether it is saved, who changed it and when; for a custom setting a button to delete it.
 */
function RowNote({ name, section, form, disputed }: RowNoteProps) {
  const one = section.fields[name];
  const row = section.rows[name];
  if (!row) return null;
  const { id, set, own, changed_by, updatetime } = row;
  return (
    <span className="xj-set-note">
      {form.values[name] !== form.initial[name] && <mark>{translate(texts.unsaved)}</mark>}
      {disputed && one && !isMaskedOrWithheldFromBrowser(one) && (
        <span>
          {translate(texts.now)} <CellValue name={name} field={one} row={{ id: 0, ...section.values }} />
        </span>
      )}
      {set && one?.privacy ? `${translate(texts.secret)} · ` : ''}
      {changed_by ? translate(texts.by, { name: changed_by, time: formatMoment(updatetime) }) : ''}
      {own && can(`${storedSetting.name}/del`) && (
        <Button
          size="small"
          type="link"
          danger
          aria-label={translate(texts.delete, { label: translate(one?.label ?? texts.add) })}
          onClick={() => void confirmDelete(storedSetting, [{ id, name: `${section.name}.${name}` }])}
        >
          {translate(texts.deleteWord)}
        </Button>
      )}
    </span>
  );
}

/** A section with its own save button, the authors of changes, and custom settings. */
export function SettingsSectionForm({ section, hidden, names, onDirty }: SectionFormProps) {
  const { name, label, rows } = section;
  const client = useQueryClient();
  const { form, seen, setSeen, disputed, setDisputed } = useSectionForm(section);
  const [adding, setAdding] = useState(false);
  const mayEdit = can(`${storedSetting.name}/edit`);
  const mayAdd = can(`${storedSetting.name}/add`);
  const send = async (values: FormValues) => {
    const versions = Object.fromEntries(Object.keys(values).map((one) => [one, seen[one]]));
    const body = { section: name, values, versions };
    const saved = await post<SettingsSections>('/admin/system.setting/save', body, { quiet: true, area: 'admin' });
    form.rebase({ ...form.initial, ...values });
    setDisputed([]);
    client.setQueryData<SettingsSections>(settingsSectionsQueryKey, saved);
  };

  const notes = Object.fromEntries(
    Object.keys(rows).map((one) => [
      one,
      <RowNote key={one} name={one} section={section} form={form} disputed={disputed.includes(one)} />,
    ]),
  );
  return (
    <>
      <FormWithOwnSubmitHandler
        id={`settings-${name}`}
        className="xj-set-section"
        hidden={hidden}
        label={translate(label)}
        heading={<h2>{translate(label)}</h2>}
        form={form}
        names={names}
        notes={notes}
        disabled={!mayEdit}
        values={() => (form.check() ? changedValues(form.initial, form.values) : undefined)}
        send={send}
        onRefused={async ({ reason }) => {
          if (reason !== 'stale_version') return false;
          toast.info(translate(texts.stale));
          await client.invalidateQueries({ queryKey: settingsSectionsQueryKey });
          // saving again after the conflict was shown overwrites
          const now = client
            .getQueryData<SettingsSections>(settingsSectionsQueryKey)
            ?.sections.find((one) => one.name === name);
          if (now) setSeen(versionsOf(now.rows));
          return true;
        }}
        buttons={
          (mayEdit || mayAdd) && (
            <>
              {mayEdit && <TestMailOrSmsButton section={name} values={form.values} dirty={form.dirty} />}
              {mayAdd && <Button onClick={() => setAdding(true)}>{translate(texts.add)}</Button>}
            </>
          )
        }
        onDirty={onDirty}
      />
      {adding && (
        <AddCustomSettingDialog
          section={section}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            void client.invalidateQueries({ queryKey: settingsSectionsQueryKey });
          }}
        />
      )}
    </>
  );
}
