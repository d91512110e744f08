import { Modal } from 'antd';
import { useState } from 'react';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import type { WitnessProgress } from '../../contract/draw/draw-call-answer-types.ts';
import { randomDrawPanelTexts as texts } from './random-draw-panel-texts.ts';
import './draw-next-step-and-witnesses.css';

interface WitnessListProps {
  /** The resource of the draw. */
  readonly resource: 'enforcement/draw' | 'enforcement/expertDraw';
  /** Key of the draw. */
  readonly id: number;
  readonly witnesses: readonly WitnessProgress[];
  /** Seeds are accepted now. */
  readonly open: boolean;
  /** A code was issued. */
  onIssue(): void;
}

interface IssuedCode {
  readonly to: string | null;
  readonly address: string | null;
  readonly picture: string | null;
}

/** Who has entered a seed, how their codes were handed over, and codes for those who have not. */
export function DrawWitnessSeedStatusAndCodes({ resource, id, witnesses, open, onIssue }: WitnessListProps) {
  const t = useText();
  const [shown, setShown] = useState<{ name: string; picture: string }>();
  const issue = async ({ id: witness, name }: WitnessProgress, sent: boolean) => {
    const path = `/admin/${resource.replace('/', '.')}/witnessCode`;
    const code = await post<IssuedCode>(path, { id, witness, sent: sent ? '1' : '0' }).catch(() => undefined);
    if (!code) return;
    if (code.picture) setShown({ name, picture: code.picture });
    else toast.success(t(texts.sent, { to: code.to ?? '' }));
    onIssue();
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
            {one.code_at !== null && (
              <small>
                {t(texts.handedOver[one.code_way ?? 'screen'], {
                  at: formatMoment(one.code_at),
                  to: one.code_to ?? '',
                })}
              </small>
            )}
            {open && one.entered_at === null && can(`${resource}/seed`) && (
              <div>
                {one.can_send && (
                  <button type="button" className="xj-button" data-tone="primary" onClick={() => void issue(one, true)}>
                    {t(texts.send)}
                  </button>
                )}
                <button type="button" className="xj-button" onClick={() => void issue(one, false)}>
                  {t(texts.issue)}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {open && <p className="xj-witness-rule">{t(texts.rule)}</p>}
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
