import { useText } from '#web/i18n/locale.ts';
import { LabelledInput } from '#web/sign-in/form/labelled-input.tsx';
import type { ErrorsByField } from '#web/sign-in/form/use-form-submission.ts';
import {
  complainantDemandKinds,
  complaintLimits,
} from '../../contract/complaint-select-options-applicable-rule-and-limits.ts';
import { AdministrativeDivisionSelect } from './administrative-division-select.tsx';
import type { ComplaintDraft } from './complaint-draft-browser-storage.ts';
import { complaintFormTexts as texts } from './complaint-form-texts.ts';
import { PlaceOfEventField } from './place-of-event-field.tsx';
import { RespondentField } from './respondent-field.tsx';
import { TeamCodeScan } from './scan-team-code-for-complaint.tsx';
import { CheckBox, SelectField, TextareaField } from './select-textarea-and-checkbox-fields.tsx';
import { useComplaintCategoryAndRefusalLists } from './use-complaint-category-and-refusal-lists.ts';

interface ComplaintMatterFieldsProps {
  readonly draft: ComplaintDraft;
  readonly faults: ErrorsByField;
  onChange(changes: Partial<ComplaintDraft>): void;
}

/** Whom and what it is about, where and when it happened, and what is asked for. */
export function ComplaintRespondentEventAndDemandFields({ draft, faults, onChange }: ComplaintMatterFieldsProps) {
  const t = useText();
  const { categories } = useComplaintCategoryAndRefusalLists();
  return (
    <>
      <TeamCodeScan
        onTeam={({ team_no, agency, agency_id }) =>
          onChange({ team_no, respondent_name: agency, respondent_enterprise_id: agency_id })
        }
      />
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
        options={categories}
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
      <PlaceOfEventField
        value={draft.event_place}
        area={draft.event_area}
        onPlace={(event_place) => onChange({ event_place })}
      />
      <FactsAndDemandFields draft={draft} faults={faults} onChange={onChange} />
      <TripFields draft={draft} faults={faults} onChange={onChange} />
      <CheckBox label={texts.urgent} checked={draft.urgent} onChecked={(urgent) => onChange({ urgent })} />
    </>
  );
}

/** What happened, in the complainant's words, and what they ask for. */
function FactsAndDemandFields({ draft, faults, onChange }: ComplaintMatterFieldsProps) {
  const t = useText();
  const { min, max } = complaintLimits.facts;
  return (
    <>
      <TextareaField
        label={texts.facts}
        note={t(texts.factsHint, { min, n: draft.facts.trim().length })}
        name="facts"
        rows={6}
        max={max}
        value={draft.facts}
        onValue={(facts) => onChange({ facts })}
        error={faults.facts}
      />
      <SelectField
        label={texts.demand}
        name="demand"
        value={draft.demand}
        options={complainantDemandKinds}
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
    </>
  );
}

/** By what the office recognises the trip. */
function TripFields({ draft, faults, onChange }: ComplaintMatterFieldsProps) {
  const t = useText();
  return (
    <>
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
    </>
  );
}
