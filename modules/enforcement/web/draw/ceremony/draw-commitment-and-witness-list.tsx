import { formatMoment } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { Icon } from '#web/theme/icon.tsx';
import type { DrawCeremonyAnswer } from '../../../contract/draw/draw-call-answer-types.ts';
import { drawCeremonyTexts as texts } from './draw-ceremony-texts.ts';

/** What was committed to, and which witnesses have entered their seed. */
export function DrawCommitmentAndWitnessList({ draw }: { draw: DrawCeremonyAnswer }) {
  const t = useText();
  return (
    <aside className="xj-hall-side">
      <section>
        <h2>{t(texts.witnesses)}</h2>
        <ul>
          {draw.witnesses.map(({ id, name, code_way, entered_at }) => (
            <li key={id} data-entered={entered_at !== null}>
              <Icon name={entered_at === null ? 'clock-circle' : 'check-circle'} />
              <strong>{name}</strong>
              <small>
                {entered_at === null ? t(texts.waiting) : t(texts.entered, { at: formatMoment(entered_at) })}
                {code_way !== null && ` · ${t(texts.handedOver[code_way])}`}
              </small>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t(texts.commitment)}</h2>
        {draw.committed_at === null ? <p>{t(texts.notCommitted)}</p> : <Facts draw={draw} />}
      </section>
    </aside>
  );
}

function Facts({ draw }: { draw: DrawCeremonyAnswer }) {
  const t = useText();
  const beacon = draw.beacon_source
    ? [draw.beacon_source, draw.beacon].filter((one) => one !== null).join('：')
    : t(texts.none);
  const facts = [
    [t(texts.commitmentHash), draw.commitment_hash],
    [t(draw.kind === 'expert' ? texts.expertRoot : texts.objectRoot), draw.object_root],
    [t(texts.officerRoot), draw.officer_root],
    [t(texts.seedHash), draw.server_seed_hash],
    [t(texts.resultHash), draw.result_hash],
  ] as const;
  return (
    <dl>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="xj-hash">{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>{t(texts.beacon)}</dt>
        <dd>{beacon}</dd>
      </div>
    </dl>
  );
}
