import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Text } from '#kernel/text/text.ts';
import { complaintCategories } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { translate, useText } from '#web/i18n/locale.ts';
import { ContactCodeFields } from '#web/sign-in/form/contact-code-fields.tsx';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import { useVerificationCodeForm } from '#web/sign-in/form/use-code-form.ts';
import type { FaultsByField } from '#web/sign-in/form/use-form-submission.ts';
import { complaintLimits, demandKinds } from '../contract/complaint-options.ts';
import { complaintCodePurpose, complaintPath } from '../contract/complaint-page.ts';
import { AdministrativeDivisionSelect } from './administrative-division-select.tsx';
import {
  type ComplaintDraft,
  emptyComplaintDraft,
  readComplaintDraft,
  storeComplaintDraft,
} from './complaint-draft.ts';
import { complaintFormTexts as texts } from './complaint-form-texts.ts';
import { type ChosenFile, EvidencePicker } from './evidence-picker.tsx';
import { RespondentField } from './respondent-field.tsx';
import { fileComplaint, uploadEvidence, verifyMobile } from './send-complaint.ts';

/** What is missing in a draft, by field. */
function faultsOfDraft(draft: ComplaintDraft): FaultsByField {
  const required = ['respondent_name', 'category', 'event_at', 'event_area', 'complainant_name'] as const;
  const missing = required.filter((name) => draft[name].trim() === '').map((name) => [name, translate(texts.required)]);
  const { min } = complaintLimits.facts;
  const n = draft.facts.trim().length;
  return {
    ...Object.fromEntries(missing),
    ...(n < min ? { facts: translate(texts.factsHint, { min, n }) } : {}),
  };
}

/** The form of a complaint, without an account: what happened, files, and a mobile proven by a code. */
export function ComplaintForm() {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLHeadingElement>(null);
  const proof = useVerificationCodeForm(form, {
    purpose: complaintCodePurpose,
    sent: { mobile: texts.sent, email: texts.sent },
  });
  const [draft, setDraft] = useState(readComplaintDraft);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [ticket, setTicket] = useState<{ mobile: string; ticket: string }>();
  const [no, setNo] = useState('');
  useEffect(() => storeComplaintDraft(draft === emptyComplaintDraft ? undefined : draft), [draft]);
  const change = (changes: Partial<ComplaintDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const isProven = ticket?.mobile === proof.address;
    if (proof.refuse({ ...faultsOfDraft(draft), ...(isProven ? {} : proof.checkCode()) })) return;
    void proof.use(async () => {
      // a code is good once: what fails afterwards is sent again with the ticket
      const proven = isProven ? ticket : { mobile: proof.address, ...(await verifyMobile(proof.address, proof.code)) };
      setTicket(proven);
      const sent = await uploadEvidence(proven.ticket, files, setFiles);
      const filed = await fileComplaint(proven.ticket, draft, sent);
      setNo(filed.no);
      setDraft(emptyComplaintDraft);
      setFiles([]);
      requestAnimationFrame(() => done.current?.focus());
    });
  };
  if (no !== '') return <Receipt no={no} heading={done} onAnother={() => setNo('')} />;
  const { faults } = proof;
  return (
    <form ref={form} className="xj-sign-form" onSubmit={submit} noValidate aria-label={t(texts.title)}>
      <h1>{t(texts.title)}</h1>
      <p>{t(texts.lead)}</p>
      <p>
        <Link to={`${complaintPath}/query`}>{t(texts.progress)}</Link>
      </p>
      {faults.form && (
        <p className="xj-form-error" role="alert">
          {faults.form}
        </p>
      )}
      <MatterFields draft={draft} faults={faults} onChange={change} />
      <EvidencePicker files={files} error={faults.files} onFiles={setFiles} />
      <h2>{t(texts.you)}</h2>
      <LabelledInput
        label={t(texts.name)}
        name="complainant_name"
        value={draft.complainant_name}
        onValue={(complainant_name) => change({ complainant_name })}
        error={faults.complainant_name}
        autoComplete="name"
        maxLength={50}
      />
      <CheckBox label={texts.anonymous} checked={draft.anonymous} onChecked={(anonymous) => change({ anonymous })} />
      <ContactCodeFields form={proof} label={texts.mobile} />
      <button type="submit" className="xj-button" data-tone="primary" disabled={proof.busy} aria-busy={proof.busy}>
        {proof.busy && files.length > 0
          ? t(texts.uploading, { n: files.filter(({ url }) => url).length, of: files.length })
          : t(texts.send)}
      </button>
      <p>
        <small>{t(texts.draft)}</small>
      </p>
    </form>
  );
}

interface MatterFieldsProps {
  readonly draft: ComplaintDraft;
  readonly faults: FaultsByField;
  onChange(changes: Partial<ComplaintDraft>): void;
}

/** What happened, where and when, and what is asked for. */
function MatterFields({ draft, faults, onChange }: MatterFieldsProps) {
  const t = useText();
  return (
    <>
      <RespondentField
        name={draft.respondent_name}
        id={draft.respondent_enterprise_id}
        error={faults.respondent_name}
        onRespondent={(respondent_name, respondent_enterprise_id) =>
          onChange({ respondent_name, respondent_enterprise_id })
        }
      />
      <SelectField
        label={texts.category}
        name="category"
        value={draft.category}
        options={complaintCategories.initial}
        error={faults.category}
        onValue={(category) => onChange({ category })}
      />
      <LabelledInput
        label={t(texts.when)}
        name="event_at"
        type="datetime-local"
        value={draft.event_at}
        onValue={(event_at) => onChange({ event_at })}
        error={faults.event_at}
      />
      <AdministrativeDivisionSelect
        label={t(texts.where)}
        value={draft.event_area}
        error={faults.event_area}
        onValue={(event_area) => onChange({ event_area })}
      />
      <FactsField value={draft.facts} error={faults.facts} onValue={(facts) => onChange({ facts })} />
      <SelectField
        label={texts.demand}
        name="demand"
        value={draft.demand}
        options={demandKinds}
        error={faults.demands}
        onValue={(demand) => onChange({ demand })}
      />
      {(draft.demand === 'refund' || draft.demand === 'compensation') && (
        <LabelledInput
          label={t(texts.amount)}
          name="amount"
          inputMode="decimal"
          value={draft.amount}
          onValue={(amount) => onChange({ amount })}
          error={faults['demands.0.amount']}
          maxLength={12}
        />
      )}
      <LabelledInput
        label={t(texts.team)}
        hint={t(texts.teamHint)}
        name="team_no"
        value={draft.team_no}
        onValue={(team_no) => onChange({ team_no })}
        error={faults.team_no}
        maxLength={40}
      />
      <LabelledInput
        label={t(texts.contractEnd)}
        hint={t(texts.contractEndHint)}
        name="contract_end_on"
        type="date"
        value={draft.contract_end_on}
        onValue={(contract_end_on) => onChange({ contract_end_on })}
        error={faults.contract_end_on}
      />
      <CheckBox label={texts.urgent} checked={draft.urgent} onChecked={(urgent) => onChange({ urgent })} />
    </>
  );
}

interface SelectFieldProps {
  readonly label: Text;
  readonly name: string;
  readonly value: string;
  readonly options: Readonly<Record<string, Text>>;
  readonly error: string | undefined;
  onValue(value: string): void;
}

function SelectField({ label, name, value, options, error, onValue }: SelectFieldProps) {
  const t = useText();
  return (
    <NotedField label={label} note={error} error={error}>
      {(id, described) => (
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onValue(event.target.value)}
        >
          <option value="">{t(texts.choose)}</option>
          {Object.entries(options).map(([key, option]) => (
            <option key={key} value={key}>
              {t(option)}
            </option>
          ))}
        </select>
      )}
    </NotedField>
  );
}

function FactsField({
  value,
  error,
  onValue,
}: {
  value: string;
  error: string | undefined;
  onValue(value: string): void;
}) {
  const t = useText();
  const { min, max } = complaintLimits.facts;
  return (
    <NotedField label={texts.facts} error={error} note={error ?? t(texts.factsHint, { min, n: value.trim().length })}>
      {(id, described) => (
        <textarea
          id={id}
          name="facts"
          rows={6}
          maxLength={max}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={(event) => onValue(event.target.value)}
        />
      )}
    </NotedField>
  );
}

interface NotedFieldProps {
  readonly label: Text;
  readonly note: string | undefined;
  readonly error: string | undefined;
  children(id: string, described: string | undefined): ReactNode;
}

function NotedField({ label, note, error, children }: NotedFieldProps) {
  const t = useText();
  const id = useId();
  return (
    <div className="xj-field" data-invalid={error ? '' : undefined}>
      <label htmlFor={id}>{t(label)}</label>
      {children(id, note ? `${id}-note` : undefined)}
      {note && (
        <p className="xj-field-note" id={`${id}-note`}>
          {note}
        </p>
      )}
    </div>
  );
}

function CheckBox({ label, checked, onChecked }: { label: Text; checked: boolean; onChecked(checked: boolean): void }) {
  const t = useText();
  return (
    <label className="xj-complaint-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChecked(event.target.checked)} />
      {t(label)}
    </label>
  );
}

interface ReceiptProps {
  readonly no: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  onAnother(): void;
}

function Receipt({ no, heading, onAnother }: ReceiptProps) {
  const t = useText();
  return (
    <section className="xj-complaint-receipt">
      <h1 ref={heading} tabIndex={-1}>
        {t(texts.done)}
      </h1>
      <p>
        {t(texts.number)}
        <strong>{no}</strong>
      </p>
      <p>{t(texts.keep)}</p>
      <p>
        <Link className="xj-button" data-tone="primary" to={`${complaintPath}/${no}`}>
          {t(texts.progress)}
        </Link>
        <button type="button" className="xj-button" onClick={onAnother}>
          {t(texts.another)}
        </button>
      </p>
    </section>
  );
}
