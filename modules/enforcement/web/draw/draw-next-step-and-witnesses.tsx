import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { joinList, type Text } from '#kernel/text/text.ts';
import { get } from '#web/http/client.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import type { DrawCeremonyAnswer, LapsedPerson } from '../../contract/draw/draw-call-answer-types.ts';
import { drawCeremonyScreen } from '../../contract/draw/draw-ceremony-screen.ts';
import type { DrawnKind } from '../../contract/draw/format-and-parse-draw-record-ids.ts';
import { drawApiPath, drawResourceNames } from './draw-api-path-by-kind.ts';
import { DrawWitnessSeedStatusAndCodes } from './draw-witness-seed-status-and-codes.tsx';
import { randomDrawPanelTexts as texts } from './random-draw-panel-texts.ts';
import './draw-next-step-and-witnesses.css';

interface DrawStepsProps {
  readonly kind: DrawnKind;
  readonly id: number;
  readonly status: string;
  /** What to do in states in which it differs from draws of enterprises. */
  readonly steps?: Readonly<Record<string, Text>>;
}

/** What has to be done now with a draw, its witnesses, and ways to the screen of the hall and the public page. */
export function DrawNextStepAndWitnesses({ kind, id, status, steps = {} }: DrawStepsProps) {
  const t = useText();
  const resource = drawResourceNames[kind];
  const { data, refetch } = useQuery({
    queryKey: ['resource', resource, 'ceremony', status, id],
    queryFn: ({ signal }) => get<DrawCeremonyAnswer>(drawApiPath(kind, 'ceremony'), { id }, { signal }),
  });
  const step = { ...texts.steps, ...steps }[status];
  const query = kind === 'expert' ? `expert=${id}` : `id=${id}`;
  // of a void draw only if it was made
  const isPublic = status === 'published' || (status === 'void' && data?.drawn_at);
  return (
    <>
      {step && <p>{t(step)}</p>}
      {data && <LapsedPersonsWarning kind={kind} lapsed={data.lapsed} />}
      {data && data.witnesses.length > 0 && (
        <DrawWitnessSeedStatusAndCodes
          resource={resource}
          id={id}
          witnesses={data.witnesses}
          open={status === 'committed'}
          onIssue={() => void refetch()}
        />
      )}
      <p className="xj-draw-now-links">
        {status !== 'draft' && (
          <Link to={`/admin/${drawCeremonyScreen.name}?${query}`} className="xj-button">
            {t(texts.ceremony)}
          </Link>
        )}
        {data?.no && isPublic && (
          <a className="xj-button" href={`/verify/draw/${data.no}`} target="_blank" rel="noreferrer">
            {t(texts.verify)}
          </a>
        )}
      </p>
    </>
  );
}

/** Who of the frozen list may be drawn although their certificate or term has ended since. */
export function LapsedPersonsWarning({ kind, lapsed }: { kind: DrawnKind; lapsed: readonly LapsedPerson[] }) {
  const t = useText();
  if (lapsed.length === 0) return null;
  const names = lapsed.map(({ name, until }) => (until ? t(texts.lapsedOn, { name, until }) : name));
  return (
    <p className="xj-draw-lapsed" role="alert">
      {t(texts.lapsed[kind], { n: lapsed.length, names: joinList(names, currentLocale()) })}
    </p>
  );
}
