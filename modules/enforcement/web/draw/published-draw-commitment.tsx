import { useMemo } from 'react';
import { bytesOf, toHex } from '#kernel/random-draw/hash-bytes-and-hmac.ts';
import { sm3 } from '#kernel/random-draw/sm3.ts';
import { joinList } from '#kernel/text/text.ts';
import { canonicalJson } from '#kernel/wire/canonical-json.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { downloadBlobAsFile } from '#web/input/upload/download-blob-as-file.ts';
import type { PublicDrawCommitment } from '../../contract/draw/draw-call-answer-types.ts';
import { drawVerificationTexts as texts } from './draw-verification-texts.ts';

/** What was committed to before a draw, for whoever wants to keep it until the record is published. */
export function PublishedDrawCommitment({ published }: { published: PublicDrawCommitment }) {
  const t = useText();
  const { commitment, status } = published;
  const written = useMemo(() => canonicalJson(commitment), [commitment]);
  const digest = useMemo(() => toHex(sm3(bytesOf(written))), [written]);
  const isOfExperts = commitment.pairing === 'none';
  const state = status === 'committed' ? texts.awaited : status === 'drawn' ? texts.drawnUnpublished : texts.notMade;
  const facts: readonly (readonly [label: string, value: string, isHash?: boolean])[] = [
    [t(texts.publishedAt), formatMoment(commitment.published_at)],
    [t(texts.plannedAt), formatMoment(commitment.draw_at)],
    [
      t(texts.count),
      t(isOfExperts ? texts.fromObjects : texts.from, {
        count: commitment.count,
        objects: commitment.object_count,
        officers: commitment.officer_count,
      }),
    ],
    ...(isOfExperts ? [] : [[t(texts.pairing), t(texts[commitment.pairing])] as const]),
    [t(texts.witnesses), joinList(commitment.witnesses, currentLocale())],
    [t(texts.beacon), commitment.beacon_source ?? t(texts.noBeacon)],
    [t(texts.digest), digest, true],
    [t(texts.objectRoot), commitment.object_root, true],
    ...(isOfExperts ? [] : [[t(texts.officerRoot), commitment.officer_root, true] as const]),
    [t(texts.seedHash), commitment.server_seed_hash, true],
  ];
  return (
    <>
      <article className="xj-draw-verdict" data-tone="waiting">
        <h2>{t(state, { at: formatMoment(commitment.draw_at) })}</h2>
        {status !== 'void' && (
          <>
            <p>{t(texts.keepCommitment)}</p>
            <p className="xj-draw-verification-line">
              <button
                type="button"
                className="xj-button"
                onClick={() =>
                  downloadBlobAsFile(
                    `${commitment.draw_no}-commitment.json`,
                    new Blob([written], { type: 'application/json' }),
                  )
                }
              >
                {t(texts.saveCommitment)}
              </button>
            </p>
          </>
        )}
      </article>
      <dl className="xj-draw-facts">
        {facts.map(([label, value, isHash]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isHash ? <code>{value}</code> : value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
