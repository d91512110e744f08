import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { drawPanelTexts as texts } from './draw-panel-texts.ts';
import { NextStepOfDraw } from './next-step-of-draw.tsx';

/** What has to be done now with a draw of enterprises. */
export default function NextStepOfDrawPanel({ row }: RecordPanelProps) {
  const t = useText();
  return (
    <section className="xj-draw-now" aria-label={t(texts.pick)}>
      <NextStepOfDraw kind="enterprise" id={row.id} status={String(row.status)} />
    </section>
  );
}
