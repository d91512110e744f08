import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type FormEvent, useMemo, useState } from 'react';
import type { Fields } from '#kernel/field.ts';
import { text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { FieldForm } from '#web/form/field-form.tsx';
import {
  changedValues,
  fieldMarks,
  initialValues,
  isSameValue,
  lockedFields,
  takenFields,
} from '#web/form/form-values.ts';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { useUnloadGuard } from '#web/form/use-leave-guard.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { editRow, moveRow, refreshResource } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { enterprise } from '../contract/enterprise.ts';
import { askedFields, hasParent, stepFields, stepKeys } from './application-fields.ts';
import { Explanation } from './explanation.tsx';
import { correctionsQuery } from './read-corrections.ts';
import { codeOf } from './use-lookup.ts';

const words = {
  onlyMarked: text('只显示需更正的 {n} 项', 'Only the {n} marked'),
  all: text('显示全部资料', 'Show everything'),
  submit: text('保存并重新提交', 'Save and submit again'),
  save: text('保存', 'Save'),
  later: text('只保存，稍后提交', 'Save, submit later'),
  cancel: text('取消', 'Cancel'),
  unanswered: text('请更正，或说明为何不作更正', 'Correct this, or explain why it stands'),
  saved: text('已保存', 'Saved'),
  sent: text('已重新提交，请等待审核', 'Submitted again; please wait for the audit'),
  parent: text('现为：{name}。如需更换请填写新的代码', 'Now: {name}. Enter another code to change it'),
};

const account: ReadonlySet<string> = new Set(['username', 'password', 'password_confirm']);

interface CorrectionProps {
  row: WireRow;
  /** Saving may be followed by submitting. */
  submits: boolean;
  /** Said to marks, by field; kept by the page, which draws the form anew with every version of the row. */
  explanations: Readonly<Record<string, string>>;
  onExplain: (field: string, value: string) => void;
  onDone: () => void;
}

/** The field of this form that stands for one of the record: the parent agency is named by its code. */
const formName = (name: string) => (name === 'parent_id' ? 'parent_uscc' : name);

/** The owner's form: what the audit marked stands at its field; saving and submitting are one press. */
export function Correction({ row, submits, explanations, onExplain, onDone }: CorrectionProps) {
  const marks = Object.fromEntries(Object.entries(fieldMarks(row)).map(([name, remark]) => [formName(name), remark]));
  const corrections = useQuery({ ...correctionsQuery(row.id, row.version), enabled: submits });
  const locked = useMemo(() => lockedFields(enterprise, row), [row]);
  const fields = useMemo<Fields>(
    () =>
      Object.fromEntries(
        Object.entries(askedFields).flatMap(([name, field]) => {
          if (account.has(name)) return [];
          const taken = takenFields(enterprise, row);
          if (name !== 'parent_uscc') return taken[name] ? [[name, field]] : [];
          if (!hasParent(row.ent_type) || !taken.parent_id) return [];
          const parent = (row.parent as { name?: string } | null)?.name;
          const { required: _required, ...optional } = field;
          const hint = parent
            ? {
                'zh-cn': words.parent['zh-cn'].replace('{name}', parent),
                en: words.parent.en.replace('{name}', parent),
              }
            : field.hint;
          return [[name, { ...optional, ...(hint ? { hint } : {}) }]];
        }),
      ),
    [row],
  );
  const form = useFieldForm(fields, { mode: 'edit', initial: initialValues(fields, row) });
  const marked = Object.keys(marks).filter((name) => fields[name] || locked[name]);
  const [onlyMarked, setOnlyMarked] = useState(marked.length > 0);
  const [busy, setBusy] = useState<'save' | 'submit'>();
  const [problem, setProblem] = useState<string>();
  useUnloadGuard(form.dirty);

  const names = onlyMarked
    ? marked
    : stepKeys
        .flatMap((key) => [...stepFields[key].asked, ...stepFields[key].optional])
        .flatMap((name) => (name === 'parent_uscc' && hasParent(row.ent_type) ? ['parent_uscc', 'parent_id'] : [name]))
        .filter((name) => fields[name] || locked[name]);

  const save = async (): Promise<number | undefined> => {
    const { parent_uscc, ...changed } = changedValues(form.initial, form.values);
    let { version } = row;
    if (Object.keys(changed).length > 0) {
      await editRow(enterprise, { ...changed, id: row.id, version });
      version = undefined;
    }
    if (parent_uscc) {
      await post(
        '/api/enterprise/parent',
        { id: row.id, parent_uscc: codeOf(parent_uscc) },
        { quiet: true, area: 'api' },
      );
      version = undefined;
    }
    return version;
  };

  /** Marks neither followed now nor before nor explained: the server refuses them too, but only after saving. */
  const findUnanswered = () => {
    const followed = new Set(corrections.data?.filter((one) => one.changed).map((one) => formName(one.field)));
    const open = marked.filter(
      (name) =>
        !followed.has(name) && !explanations[name]?.trim() && isSameValue(form.values[name], form.initial[name]),
    );
    return Object.fromEntries(open.map((name) => [name, [speak(words.unanswered)]]));
  };

  const told = () => {
    const pairs = Object.keys(fieldMarks(row)).flatMap((key) => {
      const value = explanations[formName(key)]?.trim();
      return value ? [{ key, value }] : [];
    });
    return pairs.length > 0 ? { explanations: pairs } : {};
  };

  const notes = submits
    ? Object.fromEntries(
        marked.map((name) => [
          name,
          <Explanation key={name} value={explanations[name] ?? ''} onChange={(value) => onExplain(name, value)} />,
        ]),
      )
    : {};

  const run = async (then: 'save' | 'submit') => {
    if (busy) return;
    setProblem(undefined);
    const unanswered = then === 'submit' ? findUnanswered() : {};
    if (Object.keys(unanswered).length > 0) {
      const others = form.refuse(unanswered);
      if (others.length > 0) setProblem(others.join(' '));
      return;
    }
    if (!form.check()) {
      // an error among the fields that are not shown would be nowhere to be seen
      setOnlyMarked(false);
      return;
    }
    setBusy(then);
    try {
      const version = await save();
      form.restart(form.values);
      if (then === 'submit') {
        await moveRow(enterprise, 'submit', { id: row.id, ...(version === undefined ? {} : { version }) }, told());
        toast.success(speak(words.sent));
      } else toast.success(speak(words.saved));
      onDone();
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const errors = Object.entries(error.errors ?? {}).map(([name, list]) => [formName(name), list] as const);
      const others = form.refuse(Object.fromEntries(errors));
      if (Object.keys(error.errors ?? {}).some((name) => fields[name] && !names.includes(name))) setOnlyMarked(false);
      setProblem([error.message, ...others].join(' '));
    } finally {
      setBusy(undefined);
      await refreshResource(enterprise.name);
    }
  };

  return (
    <form
      className="xj-form xj-correction"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void run(submits ? 'submit' : 'save');
      }}
    >
      {marked.length > 0 && (
        <button type="button" className="xj-link-button" onClick={() => setOnlyMarked(!onlyMarked)}>
          {onlyMarked ? speak(words.all) : speak(words.onlyMarked, { n: marked.length })}
        </button>
      )}
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      <FieldForm
        form={form}
        names={names}
        row={row}
        marks={marks}
        locked={locked}
        notes={notes}
        sections={enterprise.sections ?? {}}
      />
      <div className="xj-form-buttons">
        <Button type="primary" htmlType="submit" loading={busy !== undefined}>
          {speak(submits ? words.submit : words.save)}
        </Button>
        {submits && (
          <Button disabled={busy !== undefined} onClick={() => void run('save')}>
            {speak(words.later)}
          </Button>
        )}
        <Button disabled={busy !== undefined} onClick={onDone}>
          {speak(words.cancel)}
        </Button>
      </div>
    </form>
  );
}
