import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { get } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { ceremonyScreen } from '../../contract/draw/ceremony-screen.ts';
import type { CeremonyAnswer } from '../../contract/draw/draw-answers.ts';
import { drawPanelTexts as texts } from './draw-panel-texts.ts';
import { WitnessList } from './witness-list.tsx';
import './draw-steps-panel.css';

type Step = keyof typeof texts.steps;

/** What has to be done now with a draw, its witnesses, and ways to the screen of the hall and the public page. */
export default function DrawStepsPanel({ row }: RecordPanelProps) {
  const t = useText();
  const status = String(row.status) as Step;
  const { data } = useQuery({
    queryKey: ['resource', 'enforcement/draw', 'ceremony', row.id],
    queryFn: ({ signal }) => get<CeremonyAnswer>('/admin/enforcement.draw/ceremony', { id: row.id }, { signal }),
  });
  return (
    <section className="xj-draw-now" aria-label={t(texts.pick)}>
      <p>{t(texts.steps[status])}</p>
      {data && data.witnesses.length > 0 && (
        <WitnessList id={row.id} witnesses={data.witnesses} open={status === 'committed'} />
      )}
      <p className="xj-draw-now-links">
        {status !== 'draft' && (
          <Link to={`/admin/${ceremonyScreen.name}?id=${row.id}`} className="xj-button">
            {t(texts.ceremony)}
          </Link>
        )}
        {data?.no && (status === 'published' || status === 'void') && (
          <a className="xj-button" href={`/verify/draw/${data.no}`} target="_blank" rel="noreferrer">
            {t(texts.verify)}
          </a>
        )}
      </p>
    </section>
  );
}
