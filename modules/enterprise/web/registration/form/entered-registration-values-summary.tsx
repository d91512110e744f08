import type { AnyField } from '#kernel/declaration/field.ts';
import { holdsPictures, kindOf } from '#kernel/field/field.ts';
import type { Place } from '#kernel/kind/place-on-map.ts';
import { pdfOrOfdFormatOf } from '#web/cell/file/is-pdf-or-ofd-document.ts';
import type { FormValues } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { translate } from '#web/i18n/locale.ts';
import { optionsOf } from '#web/input/control/select-radio-checkbox-and-switch-inputs.tsx';
import { useDivisionWithParents } from '#web/input/reference/use-division-with-parents.ts';
import { applicantFields, fieldApplies, type StepKey, stepFields } from '../application/registration-fields-by-step.ts';
import { registerTexts } from '../application/registration-form-texts.ts';
import { stepTexts } from './registration-step-indicator.tsx';

interface SummaryProps {
  values: FormValues;
  previews: ReadonlyMap<string, string>;
  /** Fields the applicant does not fill in: the account, if the mobile has one. */
  without: ReadonlySet<string>;
  onChange: (step: StepKey) => void;
}

const hidden: ReadonlySet<string> = new Set(['password', 'password_confirm']);

/** All values, to be checked before submission. */
export function EnteredRegistrationValuesSummary({ values, previews, without, onChange }: SummaryProps) {
  return (
    <div className="xj-summary">
      {(['subject', 'contact', 'place'] as const).map((step) => {
        const { required, optional } = stepFields[step];
        const names = [...required, ...optional.filter((name) => isGiven(values[name]))].filter(
          (name) => !hidden.has(name) && !without.has(name) && fieldApplies(values.ent_type, name),
        );
        return (
          <section key={step}>
            <header>
              <h3>{translate(stepTexts[step].title)}</h3>
              <button type="button" className="xj-button" data-tone="quiet" onClick={() => onChange(step)}>
                {translate(registerTexts.change)}
                <span className="xj-visually-hidden"> {translate(stepTexts[step].title)}</span>
              </button>
            </header>
            <dl>
              {names.map((name) => {
                const field = applicantFields[name];
                return (
                  field && (
                    <div key={name}>
                      <dt>{translate(field.label)}</dt>
                      <dd>
                        <Value field={field} value={values[name]} preview={previews.get(String(values[name]))} />
                      </dd>
                    </div>
                  )
                );
              })}
            </dl>
          </section>
        );
      })}
    </div>
  );
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

function Value({ field, value, preview }: { field: AnyField; value: unknown; preview: string | undefined }) {
  const kind = kindOf(field);
  const unset = kind.unset?.(field.options);
  // a text value of a list option
  if (unset && (!isGiven(value) || value === unset['zh-cn'])) return translate(unset);
  if (!isGiven(value)) return <span className="xj-summary-none">{translate(registerTexts.notGiven)}</span>;
  if (kind.choices) return optionsOf(field).find((option) => option.value === value)?.label ?? String(value);
  if (kind.target?.(field.options).key === 'code') return <AreaName code={String(value)} />;
  if (kind.column === 'point') {
    const { lng, lat } = value as Place;
    return `${lng}, ${lat}`;
  }
  if (!holdsPictures(field)) return String(value);
  return preview && pdfOrOfdFormatOf(String(value)) === undefined ? (
    <img src={preview} alt={translate(field.label)} />
  ) : (
    `✓ ${translate(registerTexts.uploaded)}`
  );
}

function AreaName({ code }: { code: string }) {
  const path = useDivisionWithParents(code).data?.path ?? [];
  return (
    path
      .filter((one) => one.code !== '100000')
      .map((one) => one.name)
      .join(' ') || code
  );
}
