import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { translate, useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import type { ErrorsByField } from '#web/sign-in/form/use-form-submission.ts';
import { complaintPath } from '../../contract/complaint-page-path-title-and-moves-of-complainant.ts';
import {
  complaintLimits,
  minComplainantsOfCommonComplaint,
} from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { ComplainantVerificationCodeFields } from './complainant-verification-code-fields.tsx';
import {
  type ComplaintDraft,
  emptyComplaintDraft,
  readComplaintDraft,
  storeComplaintDraft,
} from './complaint-draft-browser-storage.ts';
import { ComplaintEvidencePicker } from './complaint-evidence-picker.tsx';
import { complaintFormTexts as texts } from './complaint-form-texts.ts';
import { ComplaintRespondentEventAndDemandFields } from './complaint-respondent-event-and-demand-fields.tsx';
import { postComplaintDraft } from './convert-complaint-draft-to-request-and-post.ts';
import { CheckBox, TextareaField } from './select-textarea-and-checkbox-fields.tsx';
import { useComplainantContactVerification } from './use-complainant-contact-verification.ts';
import { useComplaintEvidenceUpload } from './use-complaint-evidence-upload.ts';

/** Whether so many people complain that they name representatives. */
const isJoint = ({ people }: ComplaintDraft): boolean => Number(people) >= minComplainantsOfCommonComplaint;

/** What is missing in a draft, by field. */
function faultsOfDraft(draft: ComplaintDraft, byMail: boolean): ErrorsByField {
  const required = [
    'respondent_name',
    'category',
    'event_at',
    'event_area',
    'complainant_name',
    'people',
    ...(byMail ? (['mobile'] as const) : []),
    ...(isJoint(draft) ? (['representatives'] as const) : []),
  ] as const;
  const missing = required.filter((name) => draft[name].trim() === '').map((name) => [name, translate(texts.required)]);
  const { min } = complaintLimits.facts;
  const n = draft.facts.trim().length;
  return {
    ...Object.fromEntries(missing),
    ...(n < min ? { facts: translate(texts.factsHint, { min, n }) } : {}),
  };
}

/** The form of a complaint, without an account: what happened, files, and a contact proven by a code. */
export function ComplaintForm() {
  const t = useText();
  const element = useRef<HTMLFormElement>(null);
  const done = useRef<HTMLHeadingElement>(null);
  const proof = useComplainantContactVerification(element);
  const evidence = useComplaintEvidenceUpload('new');
  const [draft, setDraft] = useState(readComplaintDraft);
  const [filed, setFiled] = useState<{ no: string; people: number }>();
  useEffect(() => storeComplaintDraft(draft === emptyComplaintDraft ? undefined : draft), [draft]);
  const change = (changes: Partial<ComplaintDraft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    // kind and amount of what is asked for are one demand
    const isDemand = 'demand' in changes || 'amount' in changes;
    proof.form.forgive([...Object.keys(changes), ...(isDemand ? ['demands'] : [])]);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (proof.form.refuse({ ...faultsOfDraft(draft, proof.byMail), ...proof.faults() })) return;
    void proof.use(async (by) => {
      const { no } = await postComplaintDraft(by, draft, await evidence.send(by));
      setFiled({ no, people: Number(draft.people) });
      setDraft(emptyComplaintDraft);
      evidence.clear();
      requestAnimationFrame(() => done.current?.focus());
    });
  };
  if (filed) return <Receipt {...filed} heading={done} onAnother={() => setFiled(undefined)} />;
  const { faults, busy } = proof.form;
  const { files } = evidence;
  return (
    <form ref={element} className="xj-sign-form" onSubmit={submit} noValidate aria-label={t(texts.title)}>
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
      <ComplaintRespondentEventAndDemandFields draft={draft} faults={faults} onChange={change} />
      <ComplaintEvidencePicker evidence={evidence} error={faults.files} />
      <h2>{t(texts.you)}</h2>
      <ComplainantFields draft={draft} faults={faults} onChange={change} />
      {proof.byMail && (
        <LabelledInput
          label={t(texts.mobile)}
          hint={t(texts.mobileHint)}
          name="mobile"
          type="tel"
          value={draft.mobile}
          onValue={(mobile) => change({ mobile })}
          error={faults.mobile}
          autoComplete="tel"
          maxLength={20}
        />
      )}
      <ComplainantVerificationCodeFields proof={proof} />
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy} aria-busy={busy}>
        {busy && files.length > 0
          ? t(texts.uploading, { n: files.filter(({ sent }) => sent).length, of: files.length })
          : t(texts.send)}
      </button>
      <p>
        <small>{t(texts.draft)}</small>
      </p>
    </form>
  );
}

interface ComplainantFieldsProps {
  readonly draft: ComplaintDraft;
  readonly faults: ErrorsByField;
  onChange(changes: Partial<ComplaintDraft>): void;
}

/** Who complains, and with how many others. */
function ComplainantFields({ draft, faults, onChange }: ComplainantFieldsProps) {
  const t = useText();
  return (
    <>
      <LabelledInput
        label={t(texts.name)}
        name="complainant_name"
        value={draft.complainant_name}
        onValue={(complainant_name) => onChange({ complainant_name })}
        error={faults.complainant_name}
        autoComplete="name"
        maxLength={50}
      />
      <LabelledInput
        label={t(texts.people)}
        hint={t(texts.peopleHint)}
        name="people"
        inputMode="numeric"
        value={draft.people}
        clean={(typed) => typed.replace(/\D/g, '').slice(0, 4)}
        onValue={(people) => onChange({ people })}
        error={faults.people}
      />
      {isJoint(draft) && (
        <TextareaField
          label={texts.representatives}
          note={t(texts.representativesHint)}
          name="representatives"
          rows={2}
          max={200}
          value={draft.representatives}
          onValue={(representatives) => onChange({ representatives })}
          error={faults.representatives}
        />
      )}
      {Number(draft.people) > 1 && (
        <TextareaField
          label={texts.complainants}
          note={t(texts.complainantsHint)}
          name="complainants"
          rows={3}
          max={20_000}
          value={draft.complainants}
          onValue={(complainants) => onChange({ complainants })}
          error={faults.complainants ?? Object.entries(faults).find(([name]) => name.startsWith('complainants.'))?.[1]}
        />
      )}
      <CheckBox label={texts.anonymous} checked={draft.anonymous} onChecked={(anonymous) => onChange({ anonymous })} />
    </>
  );
}

interface ReceiptProps {
  readonly no: string;
  readonly people: number;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  onAnother(): void;
}

function Receipt({ no, people, heading, onAnother }: ReceiptProps) {
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
      {people > 1 && <p>{t(texts.joint, { n: people })}</p>}
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
