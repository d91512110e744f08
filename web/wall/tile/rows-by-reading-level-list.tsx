import { useState } from 'react';
import { Link } from 'react-router';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import type { ShownLevels } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { text } from '#kernel/text/text.ts';
import { formatTimestamp } from '#web/cell/format/date-format.ts';
import { StatusToneIcon } from '#web/cell/status-tone-icon.tsx';
import { useText } from '#web/i18n/locale.ts';
import { timeSeriesOf } from '#web/resource/resource-registry.ts';
import type { LevelRow, LevelsAnswer } from '../feed/read-wall-panel-content-by-resource-calls.ts';
import { useWallSecond } from '../feed/wall-clock.ts';
import { useFeedAnswer, useWall } from '../feed/wall-context.ts';
import { wallScreenTexts } from '../feed/wall-screen-texts.ts';
import { useRowCapacity } from './use-measured-text-size-and-row-capacity.ts';

const texts = {
  lost: { ...text('数据中断', 'Data lost'), tone: 'muted' },
  normal: { ...text('正常', 'Normal'), tone: 'good' },
  unknown: { ...text('无上限', 'No limit'), tone: 'muted' },
} as const;

/** Height of a row in em. */
const ROW = 3.1;

interface LevelRowsProps {
  readonly name: string;
  readonly shows: ShownLevels;
  readonly resource: AnyResource;
  /** In the strip: so many rows. */
  readonly most?: number;
}

/** Rows by level, the highest first. A row whose readings have stopped is grey and has no figure. */
export function RowsByReadingLevelList({ name, shows, resource, most }: LevelRowsProps) {
  const t = useText();
  const { textSize } = useWall();
  const answer = useFeedAnswer<LevelsAnswer>(name)?.answer;
  const [list, setList] = useState<HTMLElement | null>(null);
  const room = useRowCapacity(list, ROW * textSize);
  const now = useWallSecond();
  const steps = timeSeriesOf(resource).find((one) => one.name === shows.levels)?.levels?.steps ?? {};
  const levelOf = ({ state, level, percent }: LevelRow): Option =>
    state === 'data_lost' ? texts.lost : percent === null ? texts.unknown : (steps[level ?? 0] ?? texts.normal);
  return (
    <ol className="wall-newest" ref={setList}>
      {(answer?.levels ?? []).slice(0, most ?? room).map((row) => {
        const level = levelOf(row);
        return (
          <li key={row.of} data-state={row.state}>
            <time dateTime={new Date(row.at * 1000).toISOString()}>{formatTimestamp(row.at, now)}</time>
            <Link to={`/admin/${resource.name}/${row.of}`} className="wall-link">
              {row.title}
            </Link>
            <span className="wall-state" data-tone={level.tone}>
              {level.tone ? <StatusToneIcon tone={level.tone} /> : null}
              {t(level)}
              {row.percent === null ? '' : ` ${row.percent}%`}
            </span>
          </li>
        );
      })}
      {answer && answer.levels.length === 0 ? (
        <li className="wall-empty">{t(wallScreenTexts.noneOf, { label: t(resource.label) })}</li>
      ) : null}
    </ol>
  );
}
