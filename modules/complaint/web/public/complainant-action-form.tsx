import { type FormEvent, useRef, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { post } from '#web/http/client.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import type { ErrorsByField } from '#web/sign-in/form/use-form-submission.ts';
import type {
  ComplainantMove,
  ComplaintProgress,
} from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import { invitationAnswers } from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { complainantActionTexts } from './complainant-action-texts.ts';
import { ComplainantVerificationCodeFields } from './complainant-verification-code-fields.tsx';
import { ComplaintEvidencePicker } from './complaint-evidence-picker.tsx';
import { CheckBox, SelectField, TextareaField } from './select-textarea-and-checkbox-fields.tsx';
import { useComplainantContactVerification } from './use-complainant-contact-verification.ts';
import { useComplaintEvidenceUpload } from './use-complaint-evidence-upload.ts';

const texts = {
  required: text('请填写', 'Please fill this in'),
  confirm: text('请先确认', 'Please confirm first'),
  cancel: text('取消', 'Cancel'),
};

interface MoveField {
  readonly name: string;
  readonly label: Text;
  readonly kind: 'text' | 'answer' | 'money' | 'date';
  readonly max?: number;
  readonly optional?: true;
}

/** What a complainant enters for each move. */
const fieldsOf: Readonly<Record<ComplainantMove, readonly MoveField[]>> = {
  supplement: [{ name: 'supplement', label: complainantActionTexts.supplement.supplement, kind: 'text', max: 2000 }],
  answerInvitation: [
    { name: 'session_answer', label: complainantActionTexts.answerInvitation.session_answer, kind: 'answer' },
    {
      name: 'session_remark',
      label: complainantActionTexts.answerInvitation.session_remark,
      kind: 'text',
      max: 300,
      optional: true,
    },
  ],
  fulfil: [
    { name: 'paid_amount', label: complainantActionTexts.fulfil.paid_amount, kind: 'money' },
    { name: 'fulfilled_on', label: complainantActionTexts.fulfil.fulfilled_on, kind: 'date' },
  ],
  denyFulfilment: [{ name: 'reason', label: complainantActionTexts.denyFulfilment.reason, kind: 'text', max: 500 }],
  withdraw: [{ name: 'reason', label: complainantActionTexts.withdraw.reason, kind: 'text', max: 500 }],
  reopen: [{ name: 'new_facts', label: complainantActionTexts.reopen.new_facts, kind: 'text', max: 2000 }],
};

/** Moves to which files are attached. */
const takesFiles: readonly ComplainantMove[] = ['supplement', 'reopen'];

interface ComplainantMoveFormProps {
  readonly move: ComplainantMove;
  readonly found: ComplaintProgress;
  /** The move was made: the standing is read again. */
  onDone(): Promise<void>;
  onCancel?: () => void;
}

/** The form of one move of the complainant, with the code that proves who they are. */
export function ComplainantActionForm({ move, found, onDone, onCancel }: ComplainantMoveFormProps) {
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const proof = useComplainantContactVerification(element);
  const evidence = useComplaintEvidenceUpload(found.no);
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => initialValues(move, found));
  const [isConfirmed, setConfirmed] = useState(false);
  const { faults, busy } = proof.form;
  const fields = fieldsOf[move];
  const hasFiles = takesFiles.includes(move);
  const needsConfirmation = move === 'withdraw';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing: ErrorsByField = Object.fromEntries(
      fields
        .filter(({ name, optional }) => !optional && (values[name] ?? '').trim() === '')
        .map(({ name }) => [name, translate(texts.required)]),
    );
    const unconfirmed: ErrorsByField = needsConfirmation && !isConfirmed ? { confirm: translate(texts.confirm) } : {};
    if (proof.form.refuse({ ...missing, ...unconfirmed, ...proof.faults() })) return;
    void proof.use(async (by) => {
      const files = hasFiles ? await evidence.send(by) : [];
      const body = { ...values, ticket: by.ticket, no: found.no, ...(files.length > 0 ? { files } : {}) };
      await post(`/api/complaint.open/${move}`, body, { quiet: true, area: 'api' });
      evidence.clear();
      await onDone();
    });
  };
  const own = complainantActionTexts[move];
  return (
    <form
      ref={element}
      className="xj-sign-form xj-complaint-move"
      onSubmit={submit}
      noValidate
      aria-label={t(own.open)}
    >
      <h3>{t(own.open)}</h3>
      {'once' in own && <p>{t(own.once)}</p>}
      {faults.form && (
        <p className="xj-form-error" role="alert">
          {faults.form}
        </p>
      )}
      {fields.map((field) => (
        <MoveInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={faults[field.name]}
          onValue={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      {hasFiles && <ComplaintEvidencePicker evidence={evidence} error={faults.files} />}
      {needsConfirmation && (
        <CheckBox
          label={complainantActionTexts.withdraw.confirm}
          name="confirm"
          checked={isConfirmed}
          error={faults.confirm}
          onChecked={setConfirmed}
        />
      )}
      <ComplainantVerificationCodeFields proof={proof} />
      <MoveButtons move={move} busy={busy} onCancel={onCancel} />
    </form>
  );
}

interface MoveButtonsProps {
  readonly move: ComplainantMove;
  readonly busy: boolean;
  readonly onCancel: (() => void) | undefined;
}

function MoveButtons({ move, busy, onCancel }: MoveButtonsProps) {
  const t = useText();
  return (
    <div className="xj-complaint-buttons">
      <button
        type="submit"
        className="xj-button"
        data-tone={move === 'withdraw' ? 'danger' : 'primary'}
        disabled={busy}
        aria-busy={busy}
      >
        {t(complainantActionTexts[move].send)}
      </button>
      {onCancel && (
        <button type="button" className="xj-button" onClick={onCancel}>
          {t(texts.cancel)}
        </button>
      )}
    </div>
  );
}

const initialValues = (
  move: ComplainantMove,
  { agreed_amount }: ComplaintProgress,
): Readonly<Record<string, string>> =>
  move === 'fulfil' ? { paid_amount: agreed_amount ?? '', fulfilled_on: shanghaiToday() } : {};

interface MoveInputProps {
  readonly field: MoveField;
  readonly value: string;
  readonly error: string | undefined;
  onValue(value: string): void;
}

function MoveInput({ field: { name, label, kind, max = 500 }, value, error, onValue }: MoveInputProps) {
  const t = useText();
  const shared = { name, value, error, onValue };
  if (kind === 'text') return <TextareaField {...shared} label={label} max={max} />;
  if (kind === 'answer') return <SelectField {...shared} label={label} options={invitationAnswers} />;
  return (
    <LabelledInput
      {...shared}
      label={t(label)}
      {...(kind === 'date' ? { type: 'date' } : { inputMode: 'decimal', maxLength: 12 })}
    />
  );
}
