import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { AnyResource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { StateTag } from '#web/cell/state-tag.tsx';
import { AskDialog } from '#web/form/ask-dialog.tsx';
import { dropDraft, keepDraft, readDraft } from '#web/form/draft.ts';
import { FieldForm } from '#web/form/field-form.tsx';
import { givenValues, namedFields } from '#web/form/form-values.ts';
import { useFieldForm } from '#web/form/use-field-form.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import type { InputProps } from '#web/input/input-props.ts';
import PairsInput from '#web/input/pairs-input.tsx';
import { isMarkInput, lifeOf, type OfferedMove } from '#web/lifecycle/offered-moves.ts';
import type { Values } from '#web/record/resource-calls.ts';
import { type Area, titleOf, type WireRow } from '#web/record/wire-row.ts';
import './lifecycle.css';

const words = {
  one: text('{move}：{title}', '{move}: {title}'),
  many: text('{move}：已选 {n} 条', '{move}: {n} selected'),
  becomes: text('状态变为', 'The status becomes'),
  step: text(
    '第 {n} 步，共 {total} 步：{label}。同一人不能完成两步。',
    'Step {n} of {total}: {label}. One person cannot take two steps.',
  ),
};

export interface MoveDialogProps {
  readonly resource: AnyResource;
  readonly offered: OfferedMove;
  readonly rows: readonly WireRow[];
  readonly area?: Area;
  /** Makes the move; a thrown refusal is shown in the dialog. */
  onMove(input: Values): Promise<void>;
  onClose(): void;
}

/** Asks what a move needs, says what it does, and makes it. */
export default function MoveDialog({ resource, offered, rows, area = 'admin', onMove, onClose }: MoveDialogProps) {
  const { move, label } = offered;
  const fields = useMemo(() => move.input ?? {}, [move.input]);
  // What was typed for these rows before waits in this window until the move is made.
  const draft = `${resource.name}/${offered.name} ${rows.map(({ id }) => id).join()}`;
  const [begun] = useState(() => readDraft(draft, fields));
  const form = useFieldForm(fields, begun ? { values: begun } : {});
  useEffect(() => keepDraft(draft, fields, form.values), [draft, fields, form.values]);
  const [moving, setMoving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const first = rows[0];
  const danger = move.tone === 'danger';
  const to = lifeOf(resource)?.states[move.to];
  const step = move.steps?.findIndex((one) => one.label === label) ?? -1;

  const go = async () => {
    if (moving || !form.check()) return;
    setMoving(true);
    setProblem(undefined);
    try {
      await onMove(givenValues(form.values));
      dropDraft(draft);
    } catch (error) {
      setMoving(false);
      if (!(error instanceof WireError)) throw error;
      if (isCancelled(error)) return;
      const others = form.refuse(error.errors);
      if (!error.errors || others.length > 0) {
        setProblem([error.message, ...others].join(' '));
      }
    }
  };
  const inputs: Record<string, (props: InputProps) => ReactNode> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (isMarkInput(name, field)) inputs[name] = (props) => <PairsInput {...props} keys={markKeys(resource)} />;
  }
  const title =
    rows.length > 1 || !first
      ? speak(words.many, { move: speak(label), n: rows.length })
      : speak(words.one, { move: speak(label), title: titleOf(resource, first) });
  return (
    <AskDialog
      title={title}
      okText={speak(label)}
      danger={danger}
      busy={moving}
      width={560}
      dirty={form.dirty}
      draft
      className="xj-move"
      onOk={() => void go()}
      onClose={onClose}
    >
      {move.steps && step >= 0 && (
        <p>{speak(words.step, { n: step + 1, total: move.steps.length, label: speak(label) })}</p>
      )}
      {move.effect && (
        <p className="xj-move-effect" data-tone={danger ? 'danger' : undefined}>
          {speak(move.effect)}
        </p>
      )}
      {to && (step < 0 || step === (move.steps?.length ?? 0) - 1) && (
        <p className="xj-move-to">
          {speak(words.becomes)} <StateTag option={to} />
        </p>
      )}
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      {Object.keys(fields).length > 0 && (
        <FieldForm form={form} area={area} {...(first && rows.length === 1 ? { row: first } : {})} inputs={inputs} />
      )}
    </AskDialog>
  );
}

/** Fields a mark can point at: those its owner can correct. */
const markKeys = (resource: AnyResource) =>
  namedFields(resource)
    .filter(([, field]) => (field.write ?? 'form') !== 'server')
    .map(([value, field]) => ({ value, label: speak(field.label) }));
