import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { Actor } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { standardActionsOf } from '#kernel/resource/permission-nodes.ts';
import { text } from '#kernel/text/text.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { lifecycleOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import {
  isEntryThatMayHaveLedToState,
  type LifecyclePath,
  type LifecyclePathMove,
  type LifecyclePathStep,
  lifecyclePathOfRow,
  shownMoves,
  statesOnlyByHiddenMoves,
} from '#web/record/process/lifecycle-path-of-row.ts';
import { readTimeline, type TimelineEntry } from '#web/resource/resource-calls.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { timelineActionTexts, timelineActorText } from '#web/timeline/timeline-entry-texts.ts';

import './process.css';

const texts = {
  been: text('已经过', 'Done'),
  now: text('当前', 'Now'),
  later: text('以后', 'Later'),
  moves: text('下一步', 'Next'),
  final: text('已是最终状态，不再变化。', 'Final status; no further changes.'),
  stays: text('状态不变', 'Status unchanged'),
  to: text('进入', 'to'),
  offered: text('可由您办理', 'You can do this'),
  barred: text('暂不能办理：{reason}', 'Not possible yet: {reason}'),
  owner: text('由企业办理', 'Done by the enterprise'),
  officer: text('由有权限的工作人员办理', 'Done by an officer with permission'),
  colleague: text('由本单位有权限的人员办理', 'Done by a colleague with permission'),
  platform: text('由系统办理', 'Done by the system'),
  authority: text('由主管部门办理', 'Done by the authority'),
  paused: text('{clock}：已中止', '{clock}: suspended'),
  earlier: text('更早的经过见时间线。', 'Earlier steps are in the timeline.'),
};

/** Pages of the timeline that are read: three hundred entries; almost every record has fewer. */
const maxPages = 6;

async function readStateChanges(resource: AnyResource, id: number, signal: AbortSignal) {
  const list: TimelineEntry[] = [];
  let next: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const read = await readTimeline(resource, id, next, { signal });
    list.push(...read.list.filter(isEntryThatMayHaveLedToState));
    if (read.next === null) return { list, more: false };
    next = read.next;
  }
  return { list, more: true };
}

/** The life of a record: the states it has been in, when and by whom; where it is; which moves lead on, and where to. */
export default function LifecyclePathOfRecord({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const hasTimeline = standardActionsOf(resource).some((action) => action === 'edit' || action === 'add');
  const timeline = useQuery({
    queryKey: ['resource', resource.name, 'process', row.id],
    queryFn: ({ signal }) => readStateChanges(resource, row.id, signal),
    enabled: hasTimeline,
  });
  if (timeline.isError) return <LoadErrorWithRetry error={timeline.error} onRetry={() => void timeline.refetch()} />;
  if (hasTimeline && !timeline.data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const process = lifecyclePathOfRow(resource, row, timeline.data?.list ?? []);
  if (!process) return null;
  return (
    <>
      {timeline.data?.more && <p className="xj-process-soft">{translate(texts.earlier)}</p>}
      <ol className="xj-process-steps">
        {process.been.map((step) => (
          <li key={step.name} data-standing="been">
            <StepHead step={step} word={translate(texts.been)} />
            <Entries resource={resource} step={step} />
          </li>
        ))}
        <li data-standing="now" aria-current="step">
          <StepHead step={process.now} word={translate(texts.now)} />
          <Entries resource={resource} step={process.now} />
          <Clocks resource={resource} row={row} />
          <MovesOut resource={resource} process={process} />
        </li>
        {process.later.length > 0 && (
          <li data-standing="later">
            <span className="xj-process-word">{translate(texts.later)}</span>
            <StateTags resource={resource} names={process.later} />
          </li>
        )}
      </ol>
    </>
  );
}

const StepHead = ({ step, word }: { step: LifecyclePathStep; word: string }) => (
  <div className="xj-process-head">
    <OptionTag option={step.state} />
    <span className="xj-process-word">{word}</span>
  </div>
);

/** When the row entered a state and who moved it there, each time. */
function Entries({ resource, step }: { resource: AnyResource; step: LifecyclePathStep }) {
  if (step.entries.length === 0) return null;
  return (
    <ul className="xj-process-entries">
      {step.entries.map((entry) => (
        <li key={entry.id}>
          <time dateTime={new Date(entry.createtime * 1000).toISOString()}>{formatMinute(entry.createtime)}</time>
          <span>{timelineActorText(entry, currentLocale())}</span>
          <span>{timelineActionTexts(resource, entry, currentLocale())}</span>
        </li>
      ))}
    </ul>
  );
}

/** The time limits that run or are suspended. */
function Clocks({ resource, row }: { resource: AnyResource; row: WireRow }) {
  const clocks = lifecycleOf(resource)?.clocks ?? {};
  const open = (row._clocks ?? []).flatMap((one) => {
    const declared = Object.hasOwn(clocks, one.clock) ? clocks[one.clock] : undefined;
    return declared && one.status !== 'done' ? [{ ...one, label: translate(declared) }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul className="xj-process-clocks">
      {open.map((one) => (
        <li key={`${one.clock} ${one.start_at}`}>
          {one.status === 'paused' ? (
            translate(texts.paused, { clock: one.label })
          ) : (
            <>
              {one.label} <DueCountdown due={one.due_at} unit={dueUnitOf(one.unit)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function MovesOut({ resource, process }: { resource: AnyResource; process: LifecyclePath }) {
  const actor: Actor = currentArea() === 'member' ? 'member' : 'admin';
  if (process.moves.length === 0) return <p className="xj-process-soft">{translate(texts.final)}</p>;
  return (
    <ul className="xj-process-moves" aria-label={translate(texts.moves)}>
      {shownMoves(process, actor).map((one) => (
        <li key={one.name} data-standing={one.standing}>
          <strong>{translate(one.move.label)}</strong>
          <Target>
            {one.to.length > 0 ? <StateTags resource={resource} names={one.to} /> : translate(texts.stays)}
          </Target>
          <span className="xj-process-who">{standingText(one, actor)}</span>
        </li>
      ))}
      {statesOnlyByHiddenMoves(process, actor).map(({ by, to }) => (
        <li key={by} data-standing="others">
          <strong>{translate(by === 'platform' ? texts.platform : texts.authority)}</strong>
          <Target>
            <StateTags resource={resource} names={to} />
          </Target>
        </li>
      ))}
    </ul>
  );
}

const Target = ({ children }: { children: ReactNode }) => (
  <span className="xj-process-to">
    <span aria-hidden="true">→</span>
    <span className="xj-visually-hidden">{translate(texts.to)}</span>
    {children}
  </span>
);

function StateTags({ resource, names }: { resource: AnyResource; names: readonly string[] }) {
  const states = lifecycleOf(resource)?.states ?? {};
  return (
    <span className="xj-process-tags">
      {names.map((name) => states[name] && <OptionTag key={name} option={states[name]} />)}
    </span>
  );
}

/** Whether this caller can make a move, why not yet, or who makes it. */
function standingText({ standing, reason, by }: LifecyclePathMove, actor: Actor): string {
  if (standing === 'offered') return translate(texts.offered);
  if (reason) return translate(texts.barred, { reason: translate(reason) });
  if (by === 'platform') return translate(texts.platform);
  if (actor === 'member') return translate(texts.colleague);
  return translate(by === 'owner' ? texts.owner : texts.officer);
}
