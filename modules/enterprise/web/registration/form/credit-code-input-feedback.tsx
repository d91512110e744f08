import { findCreditCodeFault } from '#kernel/check/credit-code.ts';
import { translate } from '#web/i18n/locale.ts';
import { registerTexts } from '../application/registration-form-texts.ts';
import { normalizedCreditCode, type useCreditCodeAvailability } from '../application/use-credit-code-availability.ts';

interface LookupNoteProps {
  code: unknown;
  lookup: ReturnType<typeof useCreditCodeAvailability>;
  onClaim: () => void;
}

/** Feedback on a credit code while typing: length, check character, and whether it is registered. */
export function CreditCodeInputFeedback({ code, lookup, onClaim }: LookupNoteProps) {
  const typed = normalizedCreditCode(code);
  const { answer } = lookup;
  const blocked = answer && answer.state !== 'free';
  return (
    <div className="xj-lookup" data-state={answer?.state} role="status">
      {typed !== '' && typed.length < 18 && <p>{translate(registerTexts.codeCount, { n: typed.length })}</p>}
      {typed.length === 18 && !findCreditCodeFault(typed) && !answer && (
        <p>
          {translate(
            lookup.busy ? registerTexts.checking : lookup.failed ? registerTexts.lookupFailed : registerTexts.codeRight,
          )}
        </p>
      )}
      {answer?.state === 'free' && <p className="xj-lookup-free">✓ {translate(registerTexts.free)}</p>}
      {blocked && (
        <div className="xj-lookup-taken">
          <p>
            {translate(registerTexts[answer.state as 'claimable'], {
              name: answer.name,
              hint: answer.hint,
              hours: answer.hours,
            })}
          </p>
          {answer.state !== 'waiting' && (
            <button type="button" className="xj-button" onClick={onClaim}>
              {translate(registerTexts.claim)}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
