import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { DrawNextStepAndWitnesses } from './draw-next-step-and-witnesses.tsx';
import { randomDrawPanelTexts as texts } from './random-draw-panel-texts.ts';

/** What has to be done now with a draw of enterprises. */
export default function EnterpriseDrawNextStepAndWitnessesPanel({ row }: RecordPanelProps) {
  const t = useText();
  return (
    <section className="xj-draw-now" aria-label={t(texts.pick)}>
      <DrawNextStepAndWitnesses kind="enterprise" id={row.id} status={String(row.status)} />
    </section>
  );
}
