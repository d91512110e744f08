import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { joinList } from '#kernel/text/text.ts';
import { formatMoment } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { resourcePath } from '#web/session/admin-or-member-area.ts';
import { Icon } from '#web/theme/icon.tsx';
import type { DrawCeremonyAnswer } from '../../../contract/draw/draw-call-answer-types.ts';
import { drawCeremonyScreen } from '../../../contract/draw/draw-ceremony-screen.ts';
import type { DrawnKind } from '../../../contract/draw/format-and-parse-draw-record-ids.ts';
import { drawResourceNames } from '../draw-api-path-by-kind.ts';
import { drawCeremonyTexts as texts } from './draw-ceremony-texts.ts';
import { DrawCommitmentAndWitnessList } from './draw-commitment-and-witness-list.tsx';
import { DrawCountdownAndNameReel } from './draw-countdown-and-name-reel.tsx';
import { useDrawCeremonyQuery } from './use-draw-ceremony-query.ts';
import { useGradualRevealOfDrawnLines } from './use-gradual-reveal-of-drawn-lines.ts';
import './draw-ceremony-screen.css';

type Theme = 'dark' | 'light';

/**
 * `/admin/enforcement/ceremony?id=`: a draw on the screen of the hall, from the countdown to the published record;
 * `?expert=` for one of experts.
 */
export default function DrawCeremonyScreen() {
  const t = useText();
  const [address] = useSearchParams();
  const expert = Number(address.get('expert')) || 0;
  const id = expert || Number(address.get('id')) || 0;
  const { data, error, refetch } = useDrawCeremonyQuery(expert > 0 ? 'expert' : 'enterprise', id);
  if (id === 0)
    return (
      <>
        <h1>{t(drawCeremonyScreen.label)}</h1>
        <p role="alert">
          {t(texts.missing)} <Link to={resourcePath({ name: 'enforcement/draw' })}>{t(texts.close)}</Link>
        </p>
      </>
    );
  if (error && !data) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return <Hall draw={data} onChange={() => void refetch()} />;
}

function Hall({ draw, onChange }: { draw: DrawCeremonyAnswer & { ahead: number }; onChange(): void }) {
  const t = useText();
  const [theme, setTheme] = useState<Theme>('dark');
  // drawn before anybody watched: nothing to unveil
  const [wasDrawn, setWasDrawn] = useState(draw.drawn_at !== null);
  const drawn = useGradualRevealOfDrawnLines(draw.kind, draw.id, draw.drawn_at !== null, wasDrawn);
  const hall = useRef<HTMLDivElement>(null);
  useEffect(() => hall.current?.focus(), []);
  return (
    <div className="xj-hall" data-theme={theme} ref={hall} tabIndex={-1}>
      <header>
        <div>
          <h1>{draw.name}</h1>
          <p>
            {draw.no && <strong>{draw.no}</strong>} {draw.plan !== null && `${t(texts.plan)} · ${draw.plan}`}
          </p>
          {draw.object_count !== null && (
            <p>
              {t(draw.kind === 'expert' ? texts.drawingExperts : texts.drawing, {
                objects: draw.object_count,
                officers: draw.officer_count,
                count: draw.count,
              })}
            </p>
          )}
        </div>
        <Tools
          draw={draw}
          theme={theme}
          onTheme={setTheme}
          onWhole={() => void hall.current?.requestFullscreen().catch(() => undefined)}
          {...(drawn.shown > 0 && drawn.shown === drawn.lines.length
            ? {
                onReplay: () => {
                  setWasDrawn(false);
                  drawn.replay();
                },
              }
            : {})}
          {...(drawn.shown < drawn.lines.length ? { onAll: drawn.showAll } : {})}
        />
      </header>
      <DrawCommitmentAndWitnessList draw={draw} />
      <DrawCountdownAndNameReel draw={draw} drawn={drawn} onChange={onChange} />
      <Results kind={draw.kind} drawn={drawn} />
      <Happened draw={draw} />
    </div>
  );
}

interface ToolsProps {
  readonly draw: DrawCeremonyAnswer;
  readonly theme: Theme;
  onTheme(theme: Theme): void;
  onWhole(): void;
  readonly onReplay?: () => void;
  readonly onAll?: () => void;
}

function Tools({ draw, theme, onTheme, onWhole, onReplay, onAll }: ToolsProps) {
  const t = useText();
  const navigate = useNavigate();
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <nav>
      {onAll && (
        <button type="button" className="xj-button" onClick={onAll}>
          {t(texts.all)}
        </button>
      )}
      {onReplay && (
        <button type="button" className="xj-button" onClick={onReplay}>
          {t(texts.again)}
        </button>
      )}
      <button type="button" className="xj-button" onClick={() => onTheme(other)}>
        {t(texts[other])}
      </button>
      <button type="button" className="xj-button" onClick={onWhole}>
        {t(texts.whole)}
      </button>
      <button
        type="button"
        className="xj-button"
        onClick={() => void navigate(resourcePath({ name: drawResourceNames[draw.kind] }, draw.id))}
      >
        {t(texts.close)}
      </button>
    </nav>
  );
}

/** The list as it grows, the newest first. */
function Results({
  kind,
  drawn: { lines, shown },
}: {
  kind: DrawnKind;
  drawn: ReturnType<typeof useGradualRevealOfDrawnLines>;
}) {
  const t = useText();
  return (
    <section className="xj-hall-results" aria-live="polite">
      <h2>
        {t(texts.result)} {lines.length > 0 && <span>{t(texts.count, { shown, total: lines.length })}</span>}
      </h2>
      {lines.length === 0 ? (
        <p>{t(kind === 'expert' ? texts.nothingYetExperts : texts.nothingYet)}</p>
      ) : (
        <ol>
          {lines
            .slice(0, shown)
            .toReversed()
            .map((one) => (
              <li key={one.position}>
                <strong>
                  {one.position}. {one.name}
                </strong>
                <small>
                  {[
                    translateDivisionName(one.area),
                    one.detail,
                    ...(one.officers ? [joinList(one.officers, currentLocale()) || t(texts.nobody)] : []),
                  ].join(' · ')}
                </small>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}

/** What has been published, and when. */
function Happened({ draw }: { draw: DrawCeremonyAnswer }) {
  const t = useText();
  const entered = draw.witnesses.flatMap(({ entered_at }) => entered_at ?? []);
  const all = entered.length === draw.witnesses.length;
  const steps: readonly (readonly [label: string, at: number | null])[] = [
    [t(texts.committed), draw.committed_at],
    [t(texts.seeds, { n: entered.length, total: draw.witnesses.length }), all ? Math.max(...entered) : null],
    [t(texts.drawn), draw.drawn_at],
    [t(texts.published), draw.published_at],
  ];
  return (
    <ol className="xj-hall-steps" aria-label={t(texts.happened)}>
      {steps.map(([label, at]) => (
        <li key={label} data-done={at !== null}>
          <Icon name={at === null ? 'clock-circle' : 'check-circle'} />
          <span>{label}</span>
          {at !== null && Number.isFinite(at) && <time>{formatMoment(at)}</time>}
        </li>
      ))}
    </ol>
  );
}
