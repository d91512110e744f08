import { Button } from 'antd';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { AmendmentRules } from '#kernel/declaration/amendment-of-filed-row-by-kinds-and-reasons.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { amendmentRulesInState } from '#kernel/lifecycle/fields-opened-by-amendment-rules.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { focusFirstField } from '#web/feedback/focus-first-field-and-return.ts';
import { FormFields } from '#web/form/field/form-fields-by-section.tsx';
import { valuesOfNewRowToSend } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { useSaveShortcut } from '#web/form/state/use-save-shortcut.ts';
import { useUnloadGuard } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { translate } from '#web/i18n/locale.ts';
import { AmendmentPreview } from '#web/record/amend/amendment-preview.tsx';
import { useAmendmentReasonsAndFieldsForms } from '#web/record/amend/use-amendment-reasons-and-fields-forms.ts';
import { type AmendmentWizardStep, useAmendmentWizard } from '#web/record/amend/use-amendment-wizard.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

import '#web/form/field/form.css';
import './amend.css';

const texts = {
  steps: text('变更步骤', 'Steps of the change'),
  why: text('类型与理由', 'Type and reason'),
  what: text('修改内容', 'Changes'),
  review: text('核对后提交', 'Review and submit'),
  next: text('下一步', 'Next'),
  check: text('核对变更', 'Review the change'),
  submit: text('提交变更', 'Submit the change'),
  back: text('上一步', 'Back'),
  cancel: text('取消', 'Cancel'),
};

const steps: readonly AmendmentWizardStep[] = ['why', 'what', 'review'];
const proceedTexts: Record<AmendmentWizardStep, Text> = { why: texts.next, what: texts.check, review: texts.submit };

interface AmendFormProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  onDirty(dirty: boolean): void;
  onCancel(): void;
  onDone(): void;
}

/** Amends a row on file in three steps: kind and reasons, the fields these open, and a review of the effects before it is sent. */
export function AmendmentWizard({ resource, row: loaded, onDirty, onCancel, onDone }: AmendFormProps) {
  const [row, setRow] = useState(loaded);
  const amendments = amendmentRulesInState(resource, row.status) ?? (resource.amendments as AmendmentRules);
  const element = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const forms = useAmendmentReasonsAndFieldsForms(resource, row, amendments);
  const { why, what, open } = forms;
  const { step, ahead, busy, problems, goTo, proceed } = useAmendmentWizard({
    resource,
    row,
    amendments,
    forms,
    onRow: setRow,
    onSent() {
      onDirty(false);
      onDone();
    },
  });

  useSaveShortcut(element);
  const dirty = why.dirty || what.dirty;
  useUnloadGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  // Each step begins at its first field, or at the heading of the review; on a phone the keyboard would cover it.
  useEffect(() => {
    if (step === 'review') heading.current?.focus();
    else if (!window.matchMedia('(pointer: coarse)').matches) focusFirstField(element.current);
    element.current?.scrollIntoView({ block: 'start' });
  }, [step]);

  const at = steps.indexOf(step);
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
      <StepList at={at} busy={busy} onGo={goTo} />
      {problems.length > 0 && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problems.join(' ')}
        </div>
      )}
      {step === 'why' && <FormFields key="why" form={why} of={resource.name} />}
      {step === 'what' && (
        <FormFields
          key="what"
          form={open}
          of={resource.name}
          row={row}
          warns
          {...(resource.sections ? { sections: resource.sections } : {})}
        />
      )}
      {step === 'review' && ahead && (
        <AmendmentPreview
          {...{ resource, row, ahead, amendments, heading }}
          reasons={valuesOfNewRowToSend(why.values)}
        />
      )}
      <div className="xj-form-buttons">
        <Button type="primary" htmlType="submit" loading={busy}>
          {translate(proceedTexts[step])}
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

interface StepListProps {
  /** Place of the present step. */
  readonly at: number;
  readonly busy: boolean;
  onGo(step: AmendmentWizardStep): void;
}

/** The steps in their order; those already taken are buttons that go back. */
function StepList({ at, busy, onGo }: StepListProps) {
  return (
    <ol className="xj-amend-steps" aria-label={translate(texts.steps)}>
      {steps.map((step, place) => (
        <li key={step} aria-current={place === at ? 'step' : undefined} data-done={place < at || undefined}>
          {place < at ? (
            <button type="button" disabled={busy} onClick={() => onGo(step)}>
              {translate(texts[step])}
            </button>
          ) : (
            translate(texts[step])
          )}
        </li>
      ))}
    </ol>
  );
}
