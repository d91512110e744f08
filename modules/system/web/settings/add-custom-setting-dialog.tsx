import { useMemo, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { FormDialog } from '#web/form/dialog-with-form.tsx';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { dropFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { useFormState } from '#web/form/state/use-form-state.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { storedSetting } from '../../contract/stored-setting.ts';

const texts = {
  title: text('在“{section}”中添加设置', 'Add setting to “{section}”'),
  add: text('添加', 'Add'),
  added: text('已添加', 'Added'),
};

const { variable, label, hint, form, options, target, rules, extend, weigh } = storedSetting.fields;
/** Name and type of a new setting; its value is set in its section afterwards. */
const plain: Fields = {
  label: { ...label, required: true },
  variable: { ...variable, required: true },
  form: { ...form, required: true, initial: 'string' },
  rules,
  hint,
  weigh,
  extend,
};
const all: Fields = { ...plain, options: { ...options, required: true }, target: { ...target, required: true } };
const chosen: readonly unknown[] = ['radio', 'select', 'checkbox', 'selects'];

/** Fields to fill in for a setting of a type. */
const namesFor = (type: unknown): string[] => [
  ...Object.keys(plain),
  ...(chosen.includes(type) ? ['options'] : type === 'remoteSelect' ? ['target'] : []),
];

interface AddSettingProps {
  section: { readonly name: string; readonly label: { readonly 'zh-cn': string; readonly en: string } };
  onAdded(): void;
  onClose(): void;
}

/** Dialog in which an administrator adds a custom setting. */
export function AddCustomSettingDialog({ section, onAdded, onClose }: AddSettingProps) {
  const draft = `${storedSetting.name}/add ${section.name}`;
  const form = useFormState(all, { draft });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const names = useMemo(() => namesFor(form.values.form), [form.values.form]);
  const add = async (): Promise<void> => {
    setProblem(undefined);
    if (busy || !form.check(names)) return;
    setBusy(true);
    try {
      const values = Object.fromEntries(names.map((name) => [name, form.values[name]]));
      await post('/admin/system.setting/add', { ...values, section: section.name }, { quiet: true, area: 'admin' });
      dropFormDraft(draft);
      toast.success(translate(texts.added));
      onAdded();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) setProblem([error.message, ...others].join(' '));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={translate(texts.title, { section: translate(section.label) })}
      okText={translate(texts.add)}
      busy={busy}
      dirty={form.dirty}
      draft
      className="xj-form"
      onOk={() => void add()}
      onClose={onClose}
    >
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      <FormFields form={form} names={names} />
    </FormDialog>
  );
}
