import { Button } from 'antd';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Fields } from '#kernel/declaration/field.ts';
import type { Amendments } from '#kernel/declaration/filed-row-amendment.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { amendmentsIn, kindAndReasons, statedKinds } from '#kernel/lifecycle/amendment.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { focusFirstField } from '#web/feedback/first-field.ts';
import { toast } from '#web/feedback/toast.ts';
import { FieldForm } from '#web/form/field/field-form.tsx';
import { dropDraft } from '#web/form/state/draft.ts';
import {
  amendedFields,
  changedValues,
  type FormValues,
  givenValues,
  initialValues,
  sentValues,
} from '#web/form/state/form-values.ts';
import { refusalMessage } from '#web/form/state/refusal-message.ts';
import { type FieldFormState, useFieldForm } from '#web/form/state/use-field-form.ts';
import { useUnloadGuard } from '#web/form/state/use-leave-guard.ts';
import { useSaveShortcut } from '#web/form/state/use-save-shortcut.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { queueWrite } from '#web/http/offline/offline-queue.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import type { PreviewedMessage } from '#web/lifecycle/move/preview-effects.tsx';
import { AmendReview } from '#web/record/amend/amend-review.tsx';
import { previewEdit } from '#web/record/amend/preview-edit.ts';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { editRow, readRow, refreshResource } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';

import '#web/form/field/form.css';
import './amend.css';

const texts = {
  steps: text('变更步骤', 'Steps of the change'),
  why: text('类型与理由', 'Kind and reason'),
  what: text('修改内容', 'What is changed'),
  review: text('核对后提交', 'Check and submit'),
  next: text('下一步', 'Next'),
  check: text('核对变更', 'Check the change'),
  submit: text('提交变更', 'Submit the change'),
  back: text('上一步', 'Back'),
  cancel: text('取消', 'Cancel'),
  done: text('{title}：变更已提交', '{title}: the change was submitted'),
  queued: text('{act}：{title}', '{act}: {title}'),
  nothing: text('还没有修改“{kinds}”中的任何内容', 'Nothing in “{kinds}” has been changed yet'),
  merged: text(
    '期间已有他人修改，已换为最新内容，您的修改保留其上，请再次核对',
    'Somebody else changed it meanwhile: this is how it is now, with your changes over it. Please check again',
  ),
};

type Step = 'why' | 'what' | 'review';
const steps: readonly Step[] = ['why', 'what', 'review'];

interface AmendFormProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  onDirty(dirty: boolean): void;
  onCancel(): void;
  onDone(): void;
}

/** What an amendment says of itself, all of it required. */
const whyFields = (resource: AnyResource, amendments: Amendments): Fields =>
  Object.fromEntries(
    kindAndReasons(amendments).flatMap((name) => {
      const field = resource.fields[name];
      return field ? [[name, { ...field, required: true }]] : [];
    }),
  );

/** A row on file is changed in three steps: of which kind and why, what these kinds open, and what it will do before it is sent. */
export function AmendForm({ resource, row: loaded, onDirty, onCancel, onDone }: AmendFormProps) {
  const [row, setRow] = useState(loaded);
  const amendments = amendmentsIn(resource, row.status) ?? (resource.amendments as Amendments);
  const [step, setStep] = useState<Step>('why');
  const [ahead, setAhead] = useState<PreviewedMessage>();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const draft = `${resource.name} amend ${row.id}`;
  const reasonFields = useMemo(() => whyFields(resource, amendments), [resource, amendments]);
  const all = useMemo(() => {
    const opened = amendedFields(resource, row, Object.keys(amendments.kinds));
    return Object.fromEntries(Object.entries(opened).filter(([name]) => !reasonFields[name]));
  }, [resource, row, amendments, reasonFields]);
  const why = useFieldForm(reasonFields, { mode: 'prompt', draft: `${draft} why` });
  const what = useFieldForm(all, {
    mode: 'edit',
    // inputs look at others than those they change: when a team travels, whose it is
    initial: { ...row, ...beginning(all, row, amendments) },
    draft: `${draft}@${row.version}`,
  });
  const kinds = statedKinds(amendments, why.values);
  const open: FieldFormState = useMemo(() => {
    const opened = amendedFields(resource, row, statedKinds(amendments, why.values));
    return { ...what, fields: Object.fromEntries(Object.entries(all).filter(([name]) => opened[name])) };
  }, [what, all, resource, row, amendments, why.values]);
  const changed = () =>
    changedValues(
      what.initial,
      Object.fromEntries(Object.keys(open.fields).map((name) => [name, what.values[name]])) as FormValues,
    );
  const values = () => ({
    ...givenValues(why.values),
    ...sentValues(all, what.initial, changed()),
    id: row.id,
    version: row.version,
  });

  useSaveShortcut(element);
  const dirty = why.dirty || what.dirty;
  useUnloadGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  // each step is begun where it is read or filled in; on a phone the keys would cover it
  useEffect(() => {
    if (step === 'review') heading.current?.focus();
    else if (!window.matchMedia('(pointer: coarse)').matches) focusFirstField(element.current);
    element.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  const goTo = (next: Step) => {
    setProblems([]);
    setStep(next);
  };

  /** Where it is wrong is where it is said. */
  const refuse = async (error: unknown) => {
    if (!(error instanceof WireError)) throw error;
    if (isCancelled(error)) return;
    if (error.reason === 'stale_version') {
      const now = await loadChildRows(resource, await readRow(resource, row.id));
      what.rebase({ ...now, ...beginning(all, now, amendments) });
      setRow(now);
      goTo('what');
      toast.info(translate(texts.merged));
      return;
    }
    const others = what.refuse(error.errors);
    const rest = why.refuse(error.errors);
    const unplaced = others.filter((one) => rest.includes(one));
    const early = Object.keys(error.errors ?? {}).some((name) => reasonFields[name]);
    goTo(early ? 'why' : 'what');
    setProblems(error.errors && unplaced.length === 0 ? [] : [refusalMessage(error, unplaced)]);
  };

  const look = async () => {
    if (!what.check(Object.keys(open.fields))) return;
    if (Object.keys(changed()).length === 0) {
      const by = resource.fields[amendments.by];
      const unplaced = by ? kindOf(by).toText?.(kinds, by.options, currentLocale()) : undefined;
      setProblems([translate(texts.nothing, { kinds: unplaced ?? '' })]);
      return;
    }
    setAhead(await previewEdit(resource, values()));
    goTo('review');
  };

  const send = async () => {
    try {
      await editRow(resource, values());
      toast.success(translate(texts.done, { title: titleOf(resource, row) }));
    } catch (error) {
      const title = translate(texts.queued, { act: translate(amendments.label), title: titleOf(resource, row) });
      if (!(await queueWrite(error, { title, resource: resource.name }))) throw error;
    }
    dropDraft(`${draft} why`);
    dropDraft(`${draft}@${row.version}`);
    onDirty(false);
    onDone();
    await refreshResource(resource.name);
  };

  const proceed = async () => {
    if (busy) return;
    setProblems([]);
    if (step === 'why') {
      if (why.check()) goTo('what');
      return;
    }
    setBusy(true);
    try {
      await (step === 'what' ? look() : send());
    } catch (error) {
      await refuse(error);
    } finally {
      setBusy(false);
    }
  };

  const at = steps.indexOf(step);
  const labels: Record<Step, Text> = { why: texts.next, what: texts.check, review: texts.submit };
  return (
    <form
      ref={element}
      className="xj-form xj-amend"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void proceed();
      }}
    >
      <ol className="xj-amend-steps" aria-label={translate(texts.steps)}>
        {steps.map((one, place) => (
          <li key={one} aria-current={one === step ? 'step' : undefined} data-done={place < at || undefined}>
            {place < at ? (
              <button type="button" disabled={busy} onClick={() => goTo(one)}>
                {translate(texts[one])}
              </button>
            ) : (
              translate(texts[one])
            )}
          </li>
        ))}
      </ol>
      {problems.length > 0 && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problems.join(' ')}
        </div>
      )}
      {step === 'why' && <FieldForm key="why" form={why} of={resource.name} />}
      {step === 'what' && (
        <FieldForm
          key="what"
          form={open}
          of={resource.name}
          row={row}
          {...(resource.sections ? { sections: resource.sections } : {})}
        />
      )}
      {step === 'review' && ahead && (
        <AmendReview {...{ resource, row, ahead, amendments, heading }} reasons={givenValues(why.values)} />
      )}
      <div className="xj-form-buttons">
        <Button type="primary" htmlType="submit" loading={busy}>
          {translate(labels[step])}
        </Button>
        {at > 0 && (
          <Button disabled={busy} onClick={() => goTo(steps[at - 1] ?? 'why')}>
            {translate(texts.back)}
          </Button>
        )}
        <Button onClick={onCancel}>{translate(texts.cancel)}</Button>
      </div>
    </form>
  );
}

/** What the form begins with: what belongs to amendments alone is given anew. */
function beginning(fields: Fields, row: WireRow, { attached = [] }: Amendments): FormValues {
  return { ...initialValues(fields, row), ...Object.fromEntries(attached.map((name) => [name, null])) };
}
