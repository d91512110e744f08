import { useState } from 'react';
import { Link } from 'react-router';
import type { RowsBehindFigure } from '#kernel/module/rows-behind-wall-figure-as-list-filter.ts';
import { check } from '#modules/enforcement/contract/check/enforcement-check.ts';
import {
  type CheckPanel,
  checkFeed,
  type EnforcementPanel,
  enforcementFeed,
} from '#modules/enforcement/contract/wall/enforcement-check-wall-panels-and-feeds.ts';
import {
  enforcementCheckWallTexts,
  stageTexts,
} from '#modules/enforcement/contract/wall/enforcement-check-wall-texts.ts';
import {
  casesByStage,
  checksBegunThisMonth,
  checksInStage,
  checksOfPlan,
  checksOfResult,
  checksWithProblems,
  contributedRowsByKeys,
  dueText,
  limitsDueIn,
} from '#modules/enforcement/contract/wall/list-filters-behind-check-wall-figures.ts';
import { formatTimestamp } from '#web/cell/format/date-format.ts';
import { useText } from '#web/i18n/locale.ts';
import { useWallSecond } from '#web/wall/feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '#web/wall/feed/wall-context.ts';
import { useRowCapacity } from '#web/wall/tile/use-measured-text-size-and-row-capacity.ts';
import { FigureButton } from '#web/wall/tile/wall-figure-button.tsx';
import { type PanelTileProps, Tile } from '#web/wall/tile/wall-tile.tsx';
import './check-tiles.css';

/** Line height in em. */
const LINE = 1.75;
/** Height of a name with its bar in em. */
const BAR = 3.2;

/** How many rows fit into a list, and the callback that measures it. */
function useRoom(row: number) {
  const { textSize } = useWall();
  const [list, setList] = useState<HTMLElement | null>(null);
  return { room: useRowCapacity(list, row * textSize), setList };
}

/** Checks of this month, and the results of those reviewed. */
export function ChecksTile({ panel: tile }: PanelTileProps) {
  const panel = useFeedAnswer<CheckPanel>(checkFeed.name)?.answer;
  return (
    <Tile panel={tile}>
      {panel ? (
        <>
          <MonthFigures panel={panel} />
          <Results panel={panel} />
        </>
      ) : null}
    </Tile>
  );
}

function MonthFigures({ panel }: { panel: CheckPanel }) {
  const t = useText();
  const { rows = {}, month } = panel;
  const figures: RowsBehindFigure[] = [
    checksBegunThisMonth(panel),
    checksWithProblems(panel),
    ...(rows.reforms_due
      ? [contributedRowsByKeys(enforcementCheckWallTexts.reformsDue, month.reforms_due, rows.reforms_due)]
      : []),
    ...(rows.reforms_on_time
      ? [contributedRowsByKeys(enforcementCheckWallTexts.reformsOnTime, month.reforms_on_time, rows.reforms_on_time)]
      : []),
  ];
  return (
    <dl className="wall-check-figures">
      {figures.map((one) => (
        <div key={one.title.en}>
          <dt>{t(one.title)}</dt>
          <dd>
            <FigureButton rows={one} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Results({ panel: { area, results } }: { panel: CheckPanel }) {
  const t = useText();
  const { room, setList } = useRoom(BAR);
  const most = Math.max(1, ...results.map(({ n }) => n));
  return (
    <ul className="wall-rows wall-check-names" aria-label={t(enforcementCheckWallTexts.results)} ref={setList}>
      {results.slice(0, room).map(({ code, n }) => {
        const rows = checksOfResult(area, code, n);
        return (
          <li key={code}>
            <span className="wall-row-name" title={t(rows.title)}>
              {t(rows.title)}
            </span>
            <span className="wall-bar" aria-hidden="true" style={{ width: `${(n / most) * 100}%` }}>
              <i data-status-group="active" style={{ flexGrow: 1 }} />
            </span>
            <FigureButton rows={rows} />
          </li>
        );
      })}
      {results.length === 0 ? <li className="wall-empty">{t(enforcementCheckWallTexts.noResults)}</li> : null}
    </ul>
  );
}

/** How far plans in progress are. */
export function PlanProgressTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<CheckPanel>(checkFeed.name)?.answer;
  const { room, setList } = useRoom(BAR);
  return (
    <Tile panel={tile}>
      {panel ? (
        <ul className="wall-rows wall-check-names" ref={setList}>
          {panel.plan.slice(0, room).map((one) => (
            <li key={one.id}>
              <span className="wall-row-name" title={one.name}>
                {one.name}
              </span>
              <span className="wall-bar" aria-hidden="true">
                <i data-status-group="active" style={{ flexGrow: one.done }} />
                <i data-status-group="ended" style={{ flexGrow: one.total - one.done }} />
              </span>
              <span className="wall-check-progress">
                <FigureButton rows={checksOfPlan(panel.area, one, 'done')} />
                <small>{t(enforcementCheckWallTexts.of)}</small>
                <FigureButton rows={checksOfPlan(panel.area, one, 'total')} tone="soft" />
              </span>
            </li>
          ))}
          {panel.plan.length === 0 ? <li className="wall-empty">{t(enforcementCheckWallTexts.noPlans)}</li> : null}
        </ul>
      ) : null}
    </Tile>
  );
}

/** Checks in progress, the latest first. */
export function RunningChecksTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const now = useWallSecond();
  const panel = useFeedAnswer<EnforcementPanel>(enforcementFeed.name)?.answer;
  const { room, setList } = useRoom(LINE);
  return (
    <Tile panel={tile}>
      {panel ? (
        <>
          <dl className="wall-check-figures">
            {panel.stages.map(({ stage, n }) => (
              <div key={stage}>
                <dt>{t(stageTexts[stage])}</dt>
                <dd>
                  <FigureButton rows={checksInStage(panel.area, stage, n)} />
                </dd>
              </div>
            ))}
            {casesByStage(panel).map((rows) => (
              <div key={rows.title.en}>
                <dt>{t(rows.title)}</dt>
                <dd>
                  <FigureButton rows={rows} />
                </dd>
              </div>
            ))}
          </dl>
          <ol className="wall-check-list" aria-label={t(enforcementCheckWallTexts.running)} ref={setList}>
            {panel.checks.slice(0, room).map(({ id, no, object, stage, at }) => (
              <li key={id}>
                <time dateTime={new Date(at * 1000).toISOString()}>{formatTimestamp(at, now)}</time>
                <Link to={`/admin/${check.name}/${id}`} className="wall-link" title={no}>
                  {object || no}
                </Link>
                <span>{t(stageTexts[stage])}</span>
              </li>
            ))}
            {panel.checks.length === 0 ? (
              <li className="wall-note">{t(enforcementCheckWallTexts.noneRunning)}</li>
            ) : null}
          </ol>
        </>
      ) : null}
    </Tile>
  );
}

/** Limits that have passed or pass within a week. */
export function CheckLimitsTile({ panel: tile }: PanelTileProps) {
  const t = useText();
  const panel = useFeedAnswer<EnforcementPanel>(enforcementFeed.name)?.answer;
  const { room, setList } = useRoom(LINE);
  const sorted = panel?.deadlines.toSorted((one, other) => one.due_in - other.due_in) ?? [];
  return (
    <Tile panel={tile}>
      {panel ? (
        <ul className="wall-check-list" ref={setList}>
          {sorted.slice(0, room).map((one) => {
            const { kind, label, due_in } = one;
            const due = dueText(due_in);
            return (
              <li key={`${kind} ${due_in}`} data-tone={due_in < 0 ? 'bad' : due_in === 0 ? 'warning' : undefined}>
                <span>{t(due)}</span>
                <span className="wall-check-kind">{t(label)}</span>
                <FigureButton rows={limitsDueIn(one)} {...(due_in < 0 ? { tone: 'bad' as const } : {})} />
              </li>
            );
          })}
          {sorted.length === 0 ? <li className="wall-note">{t(enforcementCheckWallTexts.noLimits)}</li> : null}
        </ul>
      ) : null}
    </Tile>
  );
}
