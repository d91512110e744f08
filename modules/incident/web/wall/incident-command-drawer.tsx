import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { incidentLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import { useText } from '#web/i18n/locale.ts';
import { useLiveRow } from '#web/resource/use-live-row.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { wallScreenTexts } from '#web/wall/feed/wall-screen-texts.ts';
import type { WallDrawerProps } from '#web/wall/tile/module-wall-tile-and-drawer-registry.ts';
import { RowStateLabel } from '#web/wall/tile/row-state-label.tsx';
import { incident } from '../../contract/incident.ts';
import { type IncidentWallPanel, incidentWallFeed } from '../../contract/incident-wall-panels.ts';
import { formatHoursMinutesSeconds } from '../command/format-hours-minutes-seconds.ts';
import { IncidentClocksInstructionsAndHelpView } from '../command/incident-clocks-instructions-and-help-view.tsx';
import { incidentCommandTexts } from '../command/incident-command-texts.ts';
import './incident-drawer.css';

const texts = {
  title: text('应急指挥', 'Command'),
  none: text('没有处理中的安全事件', 'No open incidents'),
  list: text('处理中的事件', 'Open incidents'),
  keys: text('上下键换事件，Esc 返回', 'Up and down change the incident, Esc returns'),
};

/** Over the wall: the open incidents, the newest first, with clocks, instructions and help near by. */
export function IncidentCommandDrawer({ row, onClose }: WallDrawerProps) {
  const t = useText();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useFeedAnswer<IncidentWallPanel>(incidentWallFeed.name)?.answer;
  const [chosen, setChosen] = useState(row);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const list = panel?.latest ?? [];
  // The first answer decides, once: later ones must not change the incident under a half-written instruction.
  const [newest] = list;
  if (chosen === undefined && newest) setChosen(newest.id);
  const shown = chosen ?? newest?.id;
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0 || event.target instanceof HTMLInputElement) return;
    const place = list.findIndex((one) => one.id === shown);
    // an incident that is no longer open has no neighbours: down goes to the first
    const next = list[place < 0 && by < 0 ? list.length - 1 : place + by];
    if (!next) return;
    event.preventDefault();
    setChosen(next.id);
  };
  return (
    <dialog ref={dialog} className="wall-sheet wall-command" aria-labelledby={id} onClose={onClose} onKeyDown={step}>
      <div className="wall-command-body">
        <header className="wall-sheet-head">
          <h2 id={id}>{t(texts.title)}</h2>
          <p>{t(texts.keys)}</p>
          <button type="button" className="wall-close" onClick={onClose}>
            <span aria-hidden="true">×</span>
            <span className="xj-visually-hidden">{t(wallScreenTexts.close)}</span>
          </button>
        </header>
        {shown === undefined ? (
          <p className="wall-empty" aria-busy={!panel}>
            {panel ? t(texts.none) : null}
          </p>
        ) : (
          <div className="wall-command-parts">
            <nav aria-label={t(texts.list)}>
              {list.map((one) => (
                <button
                  key={one.id}
                  type="button"
                  aria-current={one.id === shown ? 'true' : undefined}
                  onClick={() => setChosen(one.id)}
                >
                  <span>{one.title}</span>
                  <RowStateLabel resource={incident} status={one.status} />
                </button>
              ))}
            </nav>
            <Chosen key={shown} id={shown} />
          </div>
        )}
      </div>
    </dialog>
  );
}

function Chosen({ id }: { readonly id: number }) {
  const { theme, calm } = useWall();
  const { data } = useLiveRow(incident, id);
  if (!data) return <div className="wall-command-one" aria-busy="true" />;
  return (
    <article className="wall-command-one">
      <Head row={data} />
      <IncidentClocksInstructionsAndHelpView row={data} theme={theme} calm={calm} />
    </article>
  );
}

/** Name, grade, state, time passed and people of an incident. */
function Head({ row }: { readonly row: WireRow }) {
  const t = useText();
  const now = useWallSecond();
  const grade = (name: unknown) => {
    const level = incidentLevels.options[String(name)];
    return level ? t(level) : String(name ?? '');
  };
  return (
    <header className="wall-command-head">
      <h3>{titleOf(incident, row)}</h3>
      <p>
        <strong data-level={String(row.level)}>{grade(row.level)}</strong>
        {row.grade_by_hand ? <small>{t(incidentCommandTexts.byHand, { grade: grade(row.graded) })}</small> : null}
        <RowStateLabel resource={incident} status={row.status} />
        <span>
          {t(incidentCommandTexts.elapsed, { time: formatHoursMinutesSeconds(now - Number(row.happened_at)) })}
        </span>
        <Link to={`/admin/${incident.name}/${row.id}`}>{t(incidentCommandTexts.open)}</Link>
      </p>
      <p>
        {[
          row.place_name,
          t(incidentCommandTexts.people, {
            dead: row.dead,
            hurt: row.hurt,
            missing: row.missing,
            stranded: row.stranded,
          }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  );
}
