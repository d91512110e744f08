import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { drawPanelTexts as texts } from './draw-panel-texts.ts';
import { DrawSteps } from './draw-steps.tsx';

/** What has to be done now with a draw of enterprises. */
export default function DrawStepsPanel({ row }: RecordPanelProps) {
  const t = useText();
  return (
    <section className="xj-draw-now" aria-label={t(texts.pick)}>
      <DrawSteps kind="enterprise" id={row.id} status={String(row.status)} />
    </section>
  );
}
