import { Fragment } from 'react';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { dropsPendingMove } from '#kernel/lifecycle/move-approval-steps.ts';
import { decidesOnChangeRequest } from '#kernel/lifecycle/pending-change-request-of-row.ts';
import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { translate } from '#web/i18n/locale.ts';
import { LoadedApprovalProgressOfRecord } from '#web/lifecycle/move/approval-progress-of-pending-move.tsx';
import { lifecycleOf, type OfferedMove, offeredMoveTone } from './moves-offered-to-user.ts';
import { PendingChangeRequest } from './pending-change-request-of-record.tsx';

const texts = {
  becomes: text('状态变为', 'Status changes to'),
  or: text('或', 'or'),
  step: text(
    '第 {n} 步，共 {total} 步：{label}。同一人不能完成两步。',
    'Step {n} of {total}: {label}. One person cannot take two steps.',
  ),
  waits: text(
    '提交后状态不变，等待另一人办理“{next}”；此前可以撤回。',
    'The status stays the same after submission until another person takes “{next}”; it can be withdrawn before that.',
  ),
  afterwards: text('办结后：{effect}', 'Once completed: {effect}'),
  withdrawn: text('提请将撤回，状态不变。', 'The proposal will be withdrawn; the status stays the same.'),
  declined: text(
    '提请将终止，状态不变；理由记入时间线。',
    'The proposal ends and the status stays the same; the reason is recorded in the timeline.',
  ),
  pauses: text('“{clock}”中止计算，恢复后顺延。', '“{clock}” is suspended and extended accordingly on resumption.'),
  resumes: text('“{clock}”恢复计算，顺延中止的时间。', '“{clock}” resumes, extended by the time suspended.'),
  starts: text('“{clock}”开始计算。', '“{clock}” starts.'),
  stops: text('“{clock}”办结。', '“{clock}” is completed.'),
};

/** Place of the step that is taken among those of a move, from 0 (-1: none), and whether the move is made with it. */
export function approvalStepIndex({ move, step }: OfferedMove) {
  const { steps = [] } = move;
  const at = steps.findIndex(({ name }) => name === step);
  const next = at >= 0 ? steps[at + 1] : undefined;
  return { at, total: steps.length, next, isLast: step === undefined || (at >= 0 && !next) };
}

interface MoveEffectsProps {
  readonly resource: AnyResource;
  readonly offered: OfferedMove;
  /** Id of the row, where the move is made on one alone. */
  readonly id: number | undefined;
}

/** What a move does, in words: its step, the approval or change it decides on, the state it leads to, and its time limits. */
export function DeclaredMoveEffects({ resource, offered, id }: MoveEffectsProps) {
  const { move, label } = offered;
  const { at, total, next, isLast } = approvalStepIndex(offered);
  const ends = dropsPendingMove(offered.step);
  const states = move.to === undefined ? [] : [move.to, ...(move.orTo ?? [])];
  const to = states.flatMap((name) => lifecycleOf(resource)?.states[name] ?? []);
  return (
    <>
      {at >= 0 && <p>{translate(texts.step, { n: at + 1, total, label: translate(label) })}</p>}
      {offered.step !== undefined && at !== 0 && id !== undefined && (
        <LoadedApprovalProgressOfRecord resource={resource} id={id} />
      )}
      {decidesOnChangeRequest(move) && !ends && id !== undefined && (
        <PendingChangeRequest resource={resource} id={id} />
      )}
      {next && <p className="xj-move-effect">{translate(texts.waits, { next: translate(next.label) })}</p>}
      {ends && (
        <p className="xj-move-effect">{translate(offered.step === 'decline' ? texts.declined : texts.withdrawn)}</p>
      )}
      {move.effect && !ends && (
        <p className="xj-move-effect" data-tone={offeredMoveTone(offered) === 'danger' ? 'danger' : undefined}>
          {next ? translate(texts.afterwards, { effect: translate(move.effect) }) : translate(move.effect)}
        </p>
      )}
      {to.length > 0 && isLast && (
        <p className="xj-move-to">
          {translate(texts.becomes)}
          {to.map((state, n) => (
            <Fragment key={state['zh-cn']}>
              {n > 0 && ` ${translate(texts.or)}`} <OptionTag option={state} />
            </Fragment>
          ))}
        </p>
      )}
      {isLast &&
        clockTexts(resource, move).map((line) => (
          <p key={line} className="xj-move-to">
            {line}
          </p>
        ))}
    </>
  );
}

/** What a move does to the time limits of a row, apart from what its state does. */
const clockTexts = (resource: AnyResource, { pauses = [], resumes = [], starts = [], stops = [] }: Move): string[] =>
  (
    [
      [texts.pauses, pauses],
      [texts.resumes, resumes],
      [texts.starts, starts],
      [texts.stops, stops],
    ] as const
  ).flatMap(([template, names]) =>
    names.flatMap((name) => {
      const clock = lifecycleOf(resource)?.clocks?.[name];
      return clock ? [translate(template, { clock: translate(clock) })] : [];
    }),
  );
