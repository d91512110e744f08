import { useState } from 'react';
import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { formLevelErrorText } from '#web/form/state/form-level-error-text.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { queueWrite } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import type { WritePreview } from '#web/lifecycle/move/preview-of-move-effects.tsx';
import { previewEdit } from '#web/record/amend/preview-edit.ts';
import {
  type AmendmentReasonsAndFieldsForms,
  amendmentValues,
} from '#web/record/amend/use-amendment-reasons-and-fields-forms.ts';
import { loadChildRows } from '#web/resource/child-rows-calls.ts';
import { editRow, readRow, refreshResource } from '#web/resource/resource-calls.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';

const texts = {
  done: text('{title}：变更已提交', '{title}: the change was submitted'),
  queued: text('{act}：{title}', '{act}: {title}'),
  nothing: text('还没有修改“{kinds}”中的任何内容', 'Nothing in “{kinds}” has been changed yet'),
  merged: text(
    '期间已有他人修改，已换为最新内容，您的修改保留其上，请再次核对',
    'Someone else has changed the record. Your changes are kept on top of the current version. Check it again',
  ),
};

export type AmendmentWizardStep = 'why' | 'what' | 'review';

interface AmendmentWizardOptions {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly amendments: AmendmentRules;
  readonly forms: AmendmentReasonsAndFieldsForms;
  /** The row was changed by somebody else and read again. */
  onRow(row: WireRow): void;
  /** The amendment was submitted, or queued for the network. */
  onSent(): void;
}

/** The steps of an amendment: kind and reasons, the changes, and a review of what they do before they are sent. */
export function useAmendmentWizard({ resource, row, amendments, forms, onRow, onSent }: AmendmentWizardOptions) {
  const { why, what, open, all, kinds, reasonFields, changed, values, dropDrafts } = forms;
  const [step, setStep] = useState<AmendmentWizardStep>('why');
  const [ahead, setAhead] = useState<WritePreview>();
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);

  const goTo = (next: AmendmentWizardStep) => {
    setProblems([]);
    setStep(next);
  };

  /** Goes to the step whose fields a refusal names. */
  const refuse = async (error: unknown) => {
    if (!(error instanceof WireError)) throw error;
    if (isCancelled(error)) return;
    if (error.reason === 'stale_version') {
      const now = await loadChildRows(resource, await readRow(resource, row.id));
      what.rebase({ ...now, ...amendmentValues(all, now, amendments) });
      onRow(now);
      goTo('what');
      toast.info(translate(texts.merged));
      return;
    }
    const others = what.refuse(error.errors);
    const rest = why.refuse(error.errors);
    const unplaced = others.filter((one) => rest.includes(one));
    const early = Object.keys(error.errors ?? {}).some((name) => reasonFields[name]);
    goTo(early ? 'why' : 'what');
    setProblems(error.errors && unplaced.length === 0 ? [] : [formLevelErrorText(error, unplaced)]);
  };

  const review = async () => {
    if (!what.check(Object.keys(open.fields))) return;
    if (Object.keys(changed()).length === 0) {
      const by = resource.fields[amendments.by];
      const labels = by ? kindOf(by).toText?.(kinds, by.options, currentLocale()) : undefined;
      setProblems([translate(texts.nothing, { kinds: labels ?? '' })]);
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
    dropDrafts();
    onSent();
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
      await (step === 'what' ? review() : send());
    } catch (error) {
      await refuse(error);
    } finally {
      setBusy(false);
    }
  };
  return { step, ahead, busy, problems, goTo, proceed };
}
