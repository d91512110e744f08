import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { lockedMessage } from '#kernel/lifecycle/writable-fields.ts';
import { text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/cell-value.tsx';
import { toast } from '#web/feedback/toast.ts';
import { checkField } from '#web/form/check.ts';
import { isEmptyValue, isSameValue, submittedFields } from '#web/form/form-values.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { textOf } from '#web/input/rows/row-values.ts';
import { editRow, readRow, refreshResource } from '#web/resource/resource-calls.ts';
import { isOffered, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/area.ts';
import { isTypedInCell } from '#web/table/edit/cell-field.ts';

const texts = {
  saved: text('{title}：{label}已改', '{title}: {label} changed'),
  undone: text('已撤销', 'Undone'),
  theirs: text(
    '刚被他人改为“{value}”。按 Enter 覆盖，按 Esc 放弃。',
    'Someone else just changed it to “{value}”. Press Enter to overwrite or Esc to discard.',
  ),
  changed: text(
    '这条记录刚被他人改过（不是这一项）。按 Enter 保存，按 Esc 放弃。',
    'Someone else just changed this record (another field). Press Enter to save or Esc to discard.',
  ),
  cell: text('{title}：{label}', '{title}: {label}'),
};

/** How typing in a cell ended, and where the keyboard goes. */
export type CellEnd = 'stay' | 'next' | 'previous' | 'below';

export interface CellEditorProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly name: string;
  onEnd(how: CellEnd): void;
}

/**
 * The input of a field in its cell. The row is read first: whether it may be written, from which version on and what it
 * holds says the server. Written by the one write path; what was there is put back by undo.
 */
export default function CellEditor({ resource, row: listed, name, onEnd }: CellEditorProps) {
  const [row, setRow] = useState<WireRow>();
  const [value, setValue] = useState<unknown>();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const latest = useRef<unknown>(undefined);
  const ended = useRef(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  const leave = (how: CellEnd) => {
    if (ended.current) return;
    ended.current = true;
    end.current(how);
  };
  const giveUp = useRef(leave);
  giveUp.current = leave;

  useEffect(() => {
    const controller = new AbortController();
    readRow(resource, listed.id, { signal: controller.signal }).then(
      (read) => {
        if (!isOffered(resource, read, 'edit') || !Object.hasOwn(submittedFields(resource, read), name)) {
          toast.info(translate(lockedMessage(resource, name, { actor: currentArea(), state: read.status })));
          giveUp.current('stay');
          return;
        }
        latest.current = read[name] ?? null;
        setValue(latest.current);
        setRow(read);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof WireError && !isCancelled(error)) toast.error(error.message);
        giveUp.current('stay');
      },
    );
    return () => controller.abort();
  }, [resource, listed.id, name]);

  const ready = row !== undefined;
  // at once, so that the next key is not lost; what is loaded late has it a moment later
  useLayoutEffect(() => {
    if (!ready) return undefined;
    const focus = () => {
      const input = box.current?.querySelector<HTMLElement>('input, textarea, button, [tabindex]');
      input?.focus();
      if (input instanceof HTMLInputElement && input.type === 'text') input.select();
    };
    focus();
    if (box.current?.contains(document.activeElement)) return undefined;
    const late = setInterval(() => {
      focus();
      if (box.current?.contains(document.activeElement)) clearInterval(late);
    }, 50);
    return () => clearInterval(late);
  }, [ready]);

  const field = resource.fields[name];
  if (!field) return null;
  if (!row) return <CellValue name={name} field={field} row={listed} />;

  const save = async (how: CellEnd) => {
    if (busy.current || ended.current) return;
    const was = row[name] ?? null;
    const given = isEmptyValue(latest.current) ? null : latest.current;
    if (isSameValue(given, was)) return leave(how);
    const [wrong] = checkField(field, given, { locale: currentLocale(), mode: 'edit', initial: was });
    if (wrong !== undefined) return setProblem(wrong);
    busy.current = true;
    try {
      await editRow(resource, { id: row.id, version: row.version, [name]: given });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error)) refuse(error);
      return;
    } finally {
      busy.current = false;
    }
    const message = translate(texts.saved, { title: titleOf(resource, row), label: translate(field.label) });
    toast.undo(message, () => {
      editRow(resource, { id: row.id, version: (row.version ?? 0) + 1, [name]: was })
        .then(() => toast.success(translate(texts.undone)))
        .catch((error: unknown) => {
          if (error instanceof WireError && !isCancelled(error)) toast.error(error.message);
        })
        .finally(() => void refreshResource(resource.name));
    });
    leave(how);
    await refreshResource(resource.name);
  };
  const refuse = (error: WireError) => {
    const current = (error.data as { row?: WireRow } | null)?.row;
    if (error.reason !== 'stale_version' || !current) return setProblem(error.errors?.[name]?.[0] ?? error.message);
    const same = isSameValue(current[name], row[name]);
    setProblem(same ? translate(texts.changed) : translate(texts.theirs, { value: textOf(field, current[name]) }));
    setRow(current); // what is typed stays, over their version
  };

  const isText = kindOf(field).typed !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the input within
    <div
      ref={box}
      className="xj-cell-editor"
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onFocus={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') leave('stay');
        else if (event.key === 'Tab') void save(event.shiftKey ? 'previous' : 'next');
        else if (event.key === 'Enter' && isText) void save('below');
        else return;
        event.preventDefault();
        event.nativeEvent.stopImmediatePropagation();
      }}
      onBlur={(event) => {
        if (isText && !box.current?.contains(event.relatedTarget)) void save('stay');
      }}
    >
      <FieldInput
        id={id}
        name={name}
        field={field}
        value={value}
        of={resource.name}
        row={row}
        values={row}
        invalid={problem !== undefined}
        {...(problem === undefined ? {} : { describedBy: `${id}-problem` })}
        onChange={(next) => {
          latest.current = next;
          setValue(next);
          setProblem(undefined);
          if (isTypedInCell(field) === 'chosen') void save('stay');
        }}
      />
      {problem !== undefined && (
        <span id={`${id}-problem`} role="alert" className="xj-cell-problem">
          {problem}
        </span>
      )}
    </div>
  );
}
