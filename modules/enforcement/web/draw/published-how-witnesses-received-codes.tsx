import { formatMoment } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import type { PublicDrawCommitment, WitnessCodeHandover } from '../../contract/draw/draw-call-answer-types.ts';
import { drawVerificationTexts as texts } from './draw-verification-texts.ts';

/** How each witness of a draw got the code for their seed: the record itself cannot prove who entered it. */
export function PublishedHowWitnessesReceivedCodes({ handovers }: Pick<PublicDrawCommitment, 'handovers'>) {
  const t = useText();
  const wayOf = ({ way, at, officer }: WitnessCodeHandover) =>
    way === null || at === null
      ? t(texts.noHandover)
      : t(texts.handover[way], { at: formatMoment(at), officer: officer ?? '' });
  return (
    <section>
      <h2>{t(texts.handovers)}</h2>
      <p>{t(texts.handoversMore)}</p>
      <dl className="xj-draw-facts">
        {handovers.map((one) => (
          <div key={one.witness}>
            <dt>{one.witness}</dt>
            <dd>
              {wayOf(one)}
              {one.entered_at !== null && <small> {t(texts.sealedAt, { at: formatMoment(one.entered_at) })}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
