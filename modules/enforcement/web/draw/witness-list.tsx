import { Modal } from 'antd';
import { useState } from 'react';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import type { WitnessStanding } from '../../contract/draw/draw-answers.ts';
import { drawPanelTexts as texts } from './draw-panel-texts.ts';
import './draw-steps-panel.css';

interface WitnessListProps {
  /** The resource of the draw. */
  readonly resource?: 'enforcement/draw' | 'enforcement/expertDraw';
  /** Key of the draw. */
  readonly id: number;
  readonly witnesses: readonly WitnessStanding[];
  /** Seeds are accepted now. */
  readonly open: boolean;
}

/** Who has entered a seed, and codes for those who have not. */
export function WitnessList({ resource = 'enforcement/draw', id, witnesses, open }: WitnessListProps) {
  const t = useText();
  const [shown, setShown] = useState<{ name: string; address: string; picture: string }>();
  const issue = async ({ id: witness, name }: WitnessStanding) => {
    const code = await post<{ address: string; picture: string }>(`/admin/${resource.replace('/', '.')}/witnessCode`, {
      id,
      witness,
    }).catch(() => undefined);
    if (code) setShown({ name, ...code });
  };
  return (
    <>
      <ul className="xj-witnesses" aria-label={t(texts.witnesses)}>
        {witnesses.map((one) => (
          <li key={one.id} data-entered={one.entered_at !== null}>
            <strong>{one.name}</strong>
            <span>
              {one.entered_at === null ? t(texts.waiting) : t(texts.entered, { at: formatMoment(one.entered_at) })}
            </span>
            {open && one.entered_at === null && can(`${resource}/seed`) && (
              <button type="button" className="xj-button" onClick={() => void issue(one)}>
                {t(texts.issue)}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={shown !== undefined}
        title={shown && t(texts.codeOf, { name: shown.name })}
        footer={null}
        onCancel={() => setShown(undefined)}
        destroyOnHidden
      >
        {shown && (
          <figure className="xj-witness-code">
            <img
              src={`data:image/svg+xml,${encodeURIComponent(shown.picture)}`}
              alt={t(texts.codeOf, { name: shown.name })}
              width="320"
              height="320"
            />
            <figcaption>{t(texts.codeHint)}</figcaption>
          </figure>
        )}
      </Modal>
    </>
  );
}
