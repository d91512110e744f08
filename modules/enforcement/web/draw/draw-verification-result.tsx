import { useState } from 'react';
import type { DrawCommitment } from '#kernel/random-draw/draw-record-types.ts';
import { type DrawCheck, type DrawCheckResult, drawChecks } from '#kernel/random-draw/verify-draw.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  drawVerificationStepExplanations,
  expertDrawVerificationStepExplanations,
  type VerificationStepExplanation,
} from '../../contract/draw/random-draw-verification-step-explanations.ts';
import { drawVerificationTexts as texts } from './draw-verification-texts.ts';
import type { VerifiedObject } from './draw-verification-worker.ts';
import type { DrawVerification } from './use-draw-verification.ts';

/** Steps that prove nothing where no officers are drawn: shown only if they fail. */
const ofOfficers: ReadonlySet<DrawCheck> = new Set(['officers', 'pairs']);

/** The verdict, each step with both values, and the published result. */
export function DrawVerificationResult({
  verification: { steps, results, seconds = 0 },
  commitment: { draw_no, pairing },
}: {
  verification: DrawVerification;
  commitment: DrawCommitment;
}) {
  const t = useText();
  const failed = steps.filter((step) => !step.passed).length;
  const values = { draw_no, n: failed || (results?.length ?? 0), seconds: seconds.toFixed(1) };
  return (
    <>
      {results && (
        <article className="xj-draw-verdict" data-tone={failed ? 'bad' : 'good'}>
          <h2>
            <span aria-hidden="true">{failed ? '✕' : '✓'}</span> {t(failed ? texts.bad : texts.good)}
          </h2>
          <p>{t(failed ? texts.badMore : texts.goodMore, values)}</p>
        </article>
      )}
      <ol className="xj-draw-steps">
        {drawChecks.map((check, at) =>
          pairing === 'none' && ofOfficers.has(check) && steps[at]?.passed !== false ? null : (
            <Step
              key={check}
              texts={
                (pairing === 'none' && expertDrawVerificationStepExplanations[check]) ||
                drawVerificationStepExplanations[check]
              }
              step={steps[at]}
              running={at === steps.length}
            />
          ),
        )}
      </ol>
      {results && results.length > 0 && <Results results={results} paired={pairing !== 'none'} />}
    </>
  );
}

interface StepProps {
  readonly texts: VerificationStepExplanation;
  readonly step: DrawCheckResult | undefined;
  readonly running: boolean;
}

function Step({ texts: { name, about, failed }, step, running }: StepProps) {
  const t = useText();
  const state = !step ? (running ? 'running' : 'waiting') : step.passed ? 'good' : 'bad';
  const word = !step
    ? running
      ? texts.computing
      : texts.waiting
    : !step.passed
      ? texts.failed
      : step.published === null
        ? texts.notCompared
        : texts.passed;
  return (
    <li data-tone={state}>
      <h3>
        {t(name)} <span className="xj-draw-step-state">{t(word)}</span>
      </h3>
      <p>{t(about)}</p>
      {step && !step.passed && <p className="xj-draw-step-failed">{t(failed)}</p>}
      {step && (
        <dl>
          {step.published !== null && (
            <div>
              <dt>{t(texts.published)}</dt>
              <dd>{step.published}</dd>
            </div>
          )}
          <div>
            <dt>{t(texts.computed)}</dt>
            <dd>{step.computed}</dd>
          </div>
        </dl>
      )}
    </li>
  );
}

/** Rows that are shown before somebody asks for all. */
const shownFirst = 20;

function Results({ results, paired }: { results: readonly VerifiedObject[]; paired: boolean }) {
  const t = useText();
  const [all, setAll] = useState(false);
  const shown = all ? results : results.slice(0, shownFirst);
  return (
    <section>
      <h2>{t(texts.result)}</h2>
      <div className="xj-draw-results">
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">{t(texts.object)}</th>
              {paired && <th scope="col">{t(texts.officers)}</th>}
              <th scope="col">{t(texts.verify)}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ object, officers, matches }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what is drawn; a forged record repeats objects
              <tr key={at}>
                <td>{at + 1}</td>
                <td>{object}</td>
                {paired && <td>{officers.join(' · ') || t(texts.nobody)}</td>}
                <td data-tone={matches ? 'good' : 'bad'}>{t(matches ? texts.passed : texts.failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && results.length > shownFirst && (
        <button type="button" className="xj-button" onClick={() => setAll(true)}>
          {t(texts.all, { n: results.length })}
        </button>
      )}
    </section>
  );
}
