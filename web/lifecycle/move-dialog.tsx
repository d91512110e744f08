import { type ReactNode, useMemo, useState } from 'react';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { isProposalEnd, stepInput } from '#kernel/lifecycle/approval.ts';
import { movesThatSettle } from '#kernel/lifecycle/change-request.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { CellValue, isBlankCell } from '#web/cell/cell-value.tsx';
import { StateTag } from '#web/cell/state-tag.tsx';
import { moveDraft } from '#web/form/correction.tsx';
import { dropDraft } from '#web/form/draft.ts';
import { FieldForm } from '#web/form/field-form.tsx';
import { FormFaults } from '#web/form/form-faults.tsx';
import {
  type FormValues,
  fieldMarks,
  givenValues,
  isLongForm,
  isSameValue,
  namedFields,
} from '#web/form/form-values.ts';
import { problemOf } from '#web/form/problem-of.ts';
import { PromptDialog } from '#web/form/prompt-dialog.tsx';
import { controlId, useFieldForm } from '#web/form/use-field-form.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/input-props.ts';
import PairsInput from '#web/input/pairs-input.tsx';
import { WaitingChange } from '#web/lifecycle/change-request.tsx';
import { lifeOf, type OfferedMove, offerKey, offerTone } from '#web/lifecycle/offered-moves.ts';
import { PreviewEffects } from '#web/lifecycle/preview-effects.tsx';
import { Proposal } from '#web/lifecycle/proposal.tsx';
import { partRefusal, RefusedRow } from '#web/lifecycle/refused-row.tsx';
import { fillReply, Replies, useReplies } from '#web/lifecycle/replies.tsx';
import type { Values } from '#web/resource/resource-calls.ts';
import { markableHere } from '#web/resource/resource-registry.ts';
import { useRow } from '#web/resource/use-row.ts';
import { titleOf, type WireRow } from '#web/resource/wire-row.ts';

import './lifecycle.css';

const texts = {
  one: text('{move}：{title}', '{move}: {title}'),
  many: text('{move}：已选 {n} 条', '{move}: {n} selected'),
  becomes: text('状态变为', 'Status changes to'),
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
  now: text('现为', 'Current'),
  changed: text(
    '期间记录已被他人修改（{labels}），请核对后再次提交',
    'The record was changed by someone else meanwhile ({labels}). Check and submit again',
  ),
  separator: text('、', ', '),
  other: text('其他内容', 'other content'),
  explanation: text('说明', 'Explanation'),
};

export interface MoveDialogProps {
  readonly resource: AnyResource;
  readonly offered: OfferedMove;
  readonly rows: readonly WireRow[];
  /** How many are meant, where these are only some of them. */
  readonly n?: number;
  /** Makes the move; a thrown refusal is shown in the dialog. */
  onMove(input: Values): Promise<void>;
  /** It was refused before anything was asked. */
  readonly refused?: WireError | undefined;
  /** Somebody else has changed the one row: as it is now it is what the move is tried on next. */
  onMeanwhile?(row: WireRow): void;
  onClose(): void;
}

/** Asks what a move needs, says what it does, and makes it. */
export default function MoveDialog(props: MoveDialogProps) {
  const { resource, offered, rows, n = rows.length, onMove, onMeanwhile, onClose } = props;
  const { move, label } = offered;
  // a list tells of its rows what it shows: what is said of one row here is said by the whole of it
  const one = rows.length === 1 ? rows[0] : undefined;
  const { data: whole } = useRow(resource, one?.id, one);
  const first = (one && whole) ?? rows[0];
  const loadedRows = one && first ? [first] : rows;
  const fields = useMemo(
    () => (offered.step === undefined ? withoutAnswers(move, rows) : stepInput(move, offered.step)),
    [move, offered.step, rows],
  );
  // What was typed for these rows before waits in this window until the move is made.
  const draft = moveDraft(
    resource,
    offerKey(offered),
    rows.map(({ id }) => id),
  );
  const form = useFieldForm(fields, { mode: 'prompt', draft });
  const replies = useReplies(resource, offered.name, hasFreeText(fields));
  const [moving, setMoving] = useState(false);
  const [problem, setProblem] = useState(props.refused && !props.refused.errors ? props.refused.message : undefined);
  const [rowErrors, setRowErrors] = useState(
    () => props.refused && partRefusal(resource, fields, props.refused.errors).ofRow,
  );
  const danger = offerTone(offered) === 'danger';
  const to = move.to === undefined ? undefined : lifeOf(resource)?.states[move.to];
  const steps = move.steps ?? [];
  const step = steps.findIndex((one) => one.name === offered.step);
  const next = step >= 0 ? steps[step + 1] : undefined;
  const happens = offered.step === undefined || (step >= 0 && !next);

  const showRefusal = (error: WireError) => {
    const { ofRow, others } = partRefusal(resource, fields, error.errors);
    setRowErrors(ofRow);
    const rest = form.refuse(others);
    if (!error.errors || rest.length > 0) setProblem(problemOf(error, rest));
  };
  const go = async () => {
    if (moving || !form.check()) return;
    setMoving(true);
    setProblem(undefined);
    setRowErrors(undefined);
    try {
      await onMove(givenValues(form.values));
      dropDraft(draft);
    } catch (error) {
      setMoving(false);
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const now = error.reason === 'stale_version' ? (error.data as { row?: WireRow }).row : undefined;
      if (now && one) {
        onMeanwhile?.(now);
        setProblem(translate(texts.changed, { labels: changedLabels(resource, one, now) }));
        return;
      }
      showRefusal(error);
    }
  };
  const inputs: Record<string, (props: InputProps) => ReactNode> = {};
  if (move.marks)
    inputs.marks = (props) => (
      <PairsInput
        {...props}
        keys={markKeys(resource, move.to ?? String(first?.status))}
        suggests={replies?.map((reply) => fillReply(reply, resource, loadedRows)) ?? []}
        begins={causeText(fields, form.values)}
      />
    );
  if (move.answers)
    inputs.explanations = (props) => (
      <PairsInput {...props} keys={answerKeys(resource, first)} valueLabel={texts.explanation} />
    );
  const notes: Record<string, ReactNode> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    // what may be changed stands beside what is on record now
    if (!first || rows.length > 1 || !fields[name] || field.write === 'server' || isBlankCell(field, first[name]))
      continue;
    notes[name] = (
      <p className="xj-form-field-hint">
        {translate(texts.now)} <CellValue name={name} field={field} row={first} />
      </p>
    );
  }
  for (const [name, field] of Object.entries(fields))
    if (kindOf(field).typed === 'lines')
      notes[name] = (
        <>
          {notes[name]}
          <Replies
            {...{ resource, move: offered.name, rows: loadedRows, replies }}
            inputId={controlId(form.id, name)}
            value={String(form.values[name] ?? '')}
            onChange={(value) => form.set(name, value)}
          />
        </>
      );
  const title =
    n > 1 || !first
      ? translate(texts.many, { move: translate(label), n })
      : translate(texts.one, { move: translate(label), title: titleOf(resource, first) });
  return (
    <PromptDialog
      title={title}
      okText={translate(label)}
      danger={danger}
      busy={moving}
      width={560}
      dirty={form.dirty}
      draft
      className="xj-move"
      onOk={() => void go()}
      onClose={onClose}
    >
      {step >= 0 && <p>{translate(texts.step, { n: step + 1, total: steps.length, label: translate(label) })}</p>}
      {offered.step !== undefined && step !== 0 && first && rows.length === 1 && (
        <Proposal resource={resource} id={first.id} />
      )}
      {movesThatSettle(move) && !isProposalEnd(offered.step) && first && rows.length === 1 && (
        <WaitingChange resource={resource} id={first.id} />
      )}
      {next && <p className="xj-move-effect">{translate(texts.waits, { next: translate(next.label) })}</p>}
      {isProposalEnd(offered.step) && (
        <p className="xj-move-effect">{translate(offered.step === 'decline' ? texts.declined : texts.withdrawn)}</p>
      )}
      {move.effect && !isProposalEnd(offered.step) && (
        <p className="xj-move-effect" data-tone={danger ? 'danger' : undefined}>
          {next ? translate(texts.afterwards, { effect: translate(move.effect) }) : translate(move.effect)}
        </p>
      )}
      {to && happens && (
        <p className="xj-move-to">
          {translate(texts.becomes)} <StateTag option={to} />
        </p>
      )}
      {happens &&
        clockTexts(resource, move).map((line) => (
          <p key={line} className="xj-move-to">
            {line}
          </p>
        ))}
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      {rowErrors && first && <RefusedRow resource={resource} row={first} errors={rowErrors} onLeave={onClose} />}
      {isLongForm(fields) && <FormFaults form={form} />}
      {Object.keys(fields).length > 0 && (
        <FieldForm
          form={form}
          of={resource.name}
          {...(first && rows.length === 1 ? { row: first } : {})}
          {...(hasSections(fields) && resource.sections ? { sections: resource.sections } : {})}
          inputs={inputs}
          notes={notes}
        />
      )}
      {first && rows.length === 1 && happens && (
        <PreviewEffects
          resource={resource}
          row={first}
          move={offered.name}
          step={offered.step}
          input={form.isComplete() ? givenValues(form.values) : undefined}
          lacks={(errors) => {
            const { ofRow } = partRefusal(resource, fields, errors);
            return (
              !rowErrors && ofRow && <RefusedRow resource={resource} row={first} errors={ofRow} onLeave={onClose} />
            );
          }}
        />
      )}
    </PromptDialog>
  );
}

/** What of a row is no longer as it was, by name. */
const changedLabels = (resource: AnyResource, before: WireRow, now: WireRow): string =>
  namedFields(resource)
    .filter(([name]) => name in before && name in now && name !== 'version' && !isSameValue(before[name], now[name]))
    .map(([, { label }]) => translate(label))
    .join(translate(texts.separator)) || translate(texts.other);

/** What a move does to the limits of a row, besides what its state does. */
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
      const clock = lifeOf(resource)?.clocks?.[name];
      return clock ? [translate(template, { clock: translate(clock) })] : [];
    }),
  );

/** Whether it asks for words that may have been said before. */
const hasFreeText = (fields: Fields) =>
  'marks' in fields || Object.values(fields).some((field) => kindOf(field).typed === 'lines');

/** The cause that was chosen, in its words: what is wrong with a mark unless something else is said; `other` names none. */
function causeText(fields: Fields, values: FormValues): string {
  for (const [name, { kind, options }] of Object.entries(fields)) {
    const chosen = String(values[name] ?? '');
    const labels = options.options as Readonly<Record<string, Text>> | undefined;
    if (kind === 'radio' && chosen !== 'other' && labels && Object.hasOwn(labels, chosen))
      return translate(labels[chosen] as Text);
  }
  return '';
}

/** A form of many fields is divided as the resource divides them. */
const hasSections = (fields: Fields) => Object.values(fields).filter((field) => field.section).length > 4;

const keysOf = (fields: readonly (readonly [string, AnyField])[]) =>
  fields.map(([value, field]) => ({ value, label: translate(field.label) }));

const markKeys = (resource: AnyResource, state: string) => keysOf(Object.entries(markableHere(resource, state)));

/** Marks to be answered; lists do not carry them, then any field may be named. */
const answerKeys = (resource: AnyResource, row: WireRow | undefined) => {
  const marked = Object.keys(fieldMarks(row));
  return keysOf(
    namedFields(resource).filter(([name, field]) =>
      marked.length === 0 ? field.write !== 'server' : marked.includes(name),
    ),
  );
};

/** Where nothing is marked there is nothing to answer. */
function withoutAnswers({ answers, input = {} }: Move, rows: readonly WireRow[]): Fields {
  if (!answers || rows.some((row) => row.marks !== null)) return input;
  const { explanations: _none, ...rest } = input;
  return rest;
}
