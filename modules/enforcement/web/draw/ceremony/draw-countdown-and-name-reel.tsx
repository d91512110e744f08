import { type FormEvent, useState } from 'react';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { toast } from '#web/feedback/toast.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import type { DrawCeremonyAnswer } from '../../../contract/draw/draw-call-answer-types.ts';
import { drawApiPath, drawResourceNames } from '../draw-api-path-by-kind.ts';
import { LapsedPersonsWarning } from '../draw-next-step-and-witnesses.tsx';
import { AnimatedNameReel } from './animated-name-reel.tsx';
import { drawCeremonyTexts as texts } from './draw-ceremony-texts.ts';
import type { useGradualRevealOfDrawnLines } from './use-gradual-reveal-of-drawn-lines.ts';
import { useTickingServerTime } from './use-ticking-server-time.ts';

interface StageProps {
  readonly draw: DrawCeremonyAnswer & { readonly ahead: number };
  readonly drawn: ReturnType<typeof useGradualRevealOfDrawnLines>;
  onChange(): void;
}

/** The middle of the hall: the countdown, then the reel, then the end. */
export function DrawCountdownAndNameReel({ draw, drawn, onChange }: StageProps) {
  const t = useText();
  return (
    <main className="xj-hall-stage">
      {draw.status === 'void' ? (
        <p className="xj-hall-word" role="alert">
          {t(texts.void, { reason: draw.void_reason ?? '' })}
        </p>
      ) : draw.drawn_at === null ? (
        <Waiting draw={draw} onChange={onChange} />
      ) : (
        <Turning draw={draw} drawn={drawn} />
      )}
      <small>{t(texts.honest)}</small>
    </main>
  );
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `1:02:03`, with days as hours. */
function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

function Waiting({ draw, onChange }: Pick<StageProps, 'draw' | 'onChange'>) {
  const t = useText();
  const left = draw.draw_at * 1000 - useTickingServerTime(draw.ahead);
  const all = draw.witnesses.every(({ entered_at }) => entered_at !== null);
  if (draw.committed_at === null) return <p className="xj-hall-word">{t(texts.notCommitted)}</p>;
  if (left > 0)
    return (
      <div className="xj-hall-count" role="timer">
        <span>{t(texts.until)}</span>
        <b>{countdownText(left)}</b>
        <time>{formatMoment(draw.draw_at)}</time>
      </div>
    );
  return (
    <div className="xj-hall-count">
      <strong className="xj-hall-word">{t(texts.due)}</strong>
      <span>{t(all ? texts.ready : texts.dueMore)}</span>
      <LapsedPersonsWarning kind={draw.kind} lapsed={draw.lapsed} />
      {all && can(`${drawResourceNames[draw.kind]}/open`) && <OpenSeeds draw={draw} onChange={onChange} />}
    </div>
  );
}

/** The operator opens the seeds in front of everybody. */
function OpenSeeds({ draw: { kind, id, beacon_source }, onChange }: Pick<StageProps, 'draw' | 'onChange'>) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const open = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const beacon = new FormData(event.currentTarget).get('beacon');
    setBusy(true);
    try {
      await post(drawApiPath(kind, 'open'), { id, ...(beacon ? { beacon } : {}) }, { quiet: true });
      onChange();
    } catch (error) {
      if (!isCancelled(error)) toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void open(event)}>
      {beacon_source && (
        <label>
          {beacon_source} · {t(texts.beaconNow)}
          <input name="beacon" required maxLength={200} autoComplete="off" />
        </label>
      )}
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
        {t(texts.open)}
      </button>
    </form>
  );
}

function Turning({ draw, drawn: { lines, names, shown, current } }: Pick<StageProps, 'draw' | 'drawn'>) {
  const t = useText();
  const last = lines[shown - 1];
  if (current) return <AnimatedNameReel line={current} names={names} />;
  if (shown < lines.length)
    return (
      <p className="xj-hall-word" aria-hidden="true">
        {last?.name}
      </p>
    );
  return (
    <div className="xj-hall-count">
      <b>{t(texts.count, { shown, total: lines.length })}</b>
      <span>{draw.verify_address ? t(texts.verify, { address: draw.verify_address }) : t(texts.done)}</span>
    </div>
  );
}
