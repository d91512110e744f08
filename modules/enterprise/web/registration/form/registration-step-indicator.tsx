import type { Text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';
import { type StepKey, stepKeys } from '../application/registration-fields-by-step.ts';
import { registerTexts } from '../application/registration-form-texts.ts';

export const stepTexts: Readonly<Record<StepKey, { title: Text; text: Text }>> = {
  subject: { title: registerTexts.stepSubject, text: registerTexts.stepSubjectText },
  contact: { title: registerTexts.stepContact, text: registerTexts.stepContactText },
  place: { title: registerTexts.stepPlace, text: registerTexts.stepPlaceText },
  confirm: { title: registerTexts.stepConfirm, text: registerTexts.stepConfirmText },
};

interface StepRailProps {
  step: StepKey;
  /** The furthest step reached; earlier ones can be revisited. */
  reached: StepKey;
  onStep: (step: StepKey) => void;
}

/** The steps of the application, as milestones. */
export function StepIndicator({ step, reached, onStep }: StepRailProps) {
  const here = stepKeys.indexOf(step);
  const far = stepKeys.indexOf(reached);
  return (
    <nav className="xj-rail" aria-label={translate(registerTexts.title)}>
      <p className="xj-rail-count">{translate(registerTexts.stepOf, { n: here + 1, total: stepKeys.length })}</p>
      <ol>
        {stepKeys.map((key, index) => {
          const state = index < here ? 'done' : index === here ? 'current' : 'ahead';
          return (
            <li key={key} data-state={state}>
              <button
                type="button"
                aria-current={index === here ? 'step' : undefined}
                disabled={index > far}
                onClick={() => onStep(key)}
              >
                <span className="xj-rail-stone" aria-hidden="true">
                  {state === 'done' ? '✓' : index + 1}
                </span>
                <span className="xj-rail-words">
                  <strong>{translate(stepTexts[key].title)}</strong>
                  <small>{translate(stepTexts[key].text)}</small>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
