import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { FormErrorSummary } from '#web/form/field/form-error-summary.tsx';
import { topFieldOfPath } from '#web/form/state/form-errors-by-field-path.ts';
import { translate } from '#web/i18n/locale.ts';
import type { StoredApplicationDraft } from '../application/application-draft-local-storage.ts';
import { stepKeys, stepOf } from '../application/registration-fields-by-step.ts';
import { registerTexts } from '../application/registration-form-texts.ts';
import { type SubmittedApplication, useApplicationForm } from '../application/use-application-form.ts';
import { type CreditCodeAvailability, normalizedCreditCode } from '../application/use-credit-code-availability.ts';
import { RegistrationConfirmStep } from './registration-confirm-step.tsx';
import { RegistrationContactAndAccountStep } from './registration-contact-and-account-step.tsx';
import { RegistrationEnterpriseStep } from './registration-enterprise-step.tsx';
import { RegistrationPlaceLicenceAndPhotoStep } from './registration-place-licence-and-photo-step.tsx';
import { StepIndicator, stepTexts } from './registration-step-indicator.tsx';

interface WizardProps {
  draft: StoredApplicationDraft | undefined;
  onClaim: (uscc: string, type: string, found: CreditCodeAvailability) => void;
  onSubmitted: (submitted: SubmittedApplication) => void;
}
type Application = ReturnType<typeof useApplicationForm>;

/** The four steps of an application. */
export function ApplicationWizard({ draft, onClaim, onSubmitted }: WizardProps) {
  const application = useApplicationForm(draft, onSubmitted);
  const { form, step, setStep, reached, go, note, problem, savedAt, sending } = application;
  const heading = useRef<HTMLHeadingElement>(null);
  // Announce a new step, and scroll to its top.
  const drawn = useRef(step);
  useEffect(() => {
    if (drawn.current === step) return;
    drawn.current = step;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [step]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    if (step === 'confirm') {
      void application.submit();
      return;
    }
    const next = stepKeys[stepKeys.indexOf(step) + 1];
    if (application.isStepRight(step) && next) go(next);
  };

  return (
    <div className="xj-wizard">
      <StepIndicator step={step} reached={reached} onStep={go} />
      <form className="xj-wizard-card" noValidate onSubmit={onSubmit}>
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {translate(stepTexts[step].title)}
          </h1>
          <p role="status">
            {savedAt ? translate(registerTexts.draftSaved, { time: formatRecent(savedAt / 1000) }) : ''}
          </p>
        </header>
        {note && (
          <p className="xj-form-note" role="status">
            {note}
          </p>
        )}
        {problem && (
          <p className="xj-form-note" data-tone="bad" role="alert">
            {problem}
          </p>
        )}
        <FormErrorSummary
          form={form}
          onGo={(at) => {
            setStep(stepOf(topFieldOfPath(at)) ?? step);
            form.goTo(at);
          }}
        />
        <StepFields application={application} onClaim={onClaim} />
        <WizardFooter application={application} />
      </form>
    </div>
  );
}

function StepFields({ application, onClaim }: { application: Application } & Pick<WizardProps, 'onClaim'>): ReactNode {
  const { form, step, setStep, verified, verify, lookup, agency, previews, without, agreements } = application;
  const { values } = form;
  switch (step) {
    case 'subject':
      return (
        <RegistrationEnterpriseStep
          form={form}
          lookup={lookup}
          agency={agency}
          onClaim={() =>
            lookup.answer && onClaim(normalizedCreditCode(values.uscc), String(values.ent_type), lookup.answer)
          }
        />
      );
    case 'contact':
      return (
        <RegistrationContactAndAccountStep
          form={form}
          verified={verified}
          verify={verify}
          onMobile={(mobile) => form.set('contact_mobile', mobile)}
          onVerified={application.onVerified}
        />
      );
    case 'place':
      return (
        <RegistrationPlaceLicenceAndPhotoStep
          form={form}
          ticket={verified?.ticket ?? ''}
          previews={previews}
          onExpired={application.onExpired}
        />
      );
    case 'confirm':
      return (
        <RegistrationConfirmStep
          values={values}
          previews={previews}
          without={without}
          agreed={agreements.agreed}
          errors={agreements.errors}
          onAgreed={agreements.agree}
          onChange={setStep}
        />
      );
  }
}

/** Back, number of errors in this step, and next or submit. */
function WizardFooter({ application: { form, step, go, sending } }: { application: Application }) {
  const previous = stepKeys[stepKeys.indexOf(step) - 1];
  const marked = Object.keys(form.errors).filter((name) => stepOf(name) === step).length;
  const { submitting, submit, next } = registerTexts;
  return (
    <footer>
      {previous && (
        <button type="button" className="xj-button" onClick={() => go(previous)}>
          {translate(registerTexts.back)}
        </button>
      )}
      {marked > 0 && <span className="xj-wizard-marked">{translate(registerTexts.fixFirst, { n: marked })}</span>}
      <button type="submit" className="xj-button" data-tone="primary" aria-busy={sending} disabled={sending}>
        {translate(sending ? submitting : step === 'confirm' ? submit : next)}
      </button>
    </footer>
  );
}
