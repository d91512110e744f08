import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { messageForLockedField } from '#kernel/lifecycle/fields-writable-and-row-deletable-in-state.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { CellValue } from '#web/cell/value-of-field-in-cell.tsx';
import { toast } from '#web/feedback/toast.ts';
import { isEmptyValue, isSameValue } from '#web/form/state/initial-changed-and-sent-form-values.ts';
import { writableFieldsInState } from '#web/form/state/select-shown-and-locked-form-fields.ts';
import { validateField } from '#web/form/state/validate-form-fields-and-split-server-errors.ts';
import { isCancelled, WireError } from '#web/http/client.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { textFromFieldValue } from '#web/input/control/convert-field-value-and-text.ts';
import { FieldInput } from '#web/input/field-input.tsx';
import { editRow, readRow, refreshResource } from '#web/resource/resource-calls.ts';
import { isActionOffered, titleOf, type WireRow } from '#web/resource/wire-row.ts';
import { currentArea } from '#web/session/admin-or-member-area.ts';
import { cellEditMode } from '#web/table/edit/cell-edit-mode.ts';

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

/** How editing a cell ended, and where the focus goes. */
export type CellEnd = 'stay' | 'next' | 'previous' | 'below';

interface CellEditorProps {
  readonly resource: AnyResource;
  readonly row: WireRow;
  readonly name: string;
  onEnd(how: CellEnd): void;
}

interface EditedCell {
  readonly resource: AnyResource;
  readonly name: string;
  /** The row as the table has it. */
  readonly listed: WireRow;
  /** Ends editing, once. */
  leave(how: CellEnd): void;
}

/**
 * Reads the row as it is now, because the server decides whether it may be written, and in which version. Ends editing
 * if it may not.
 */
function useCurrentRow({ resource, name, listed, leave }: EditedCell, onRead: (row: WireRow) => void) {
  const latest = useRef({ leave, onRead });
  latest.current = { leave, onRead };
  useEffect(() => {
    const controller = new AbortController();
    readRow(resource, listed.id, { signal: controller.signal }).then(
      (read) => {
        if (!isActionOffered(resource, read, 'edit') || !Object.hasOwn(writableFieldsInState(resource, read), name)) {
          toast.info(translate(messageForLockedField(resource, name, { actor: currentArea(), state: read.status })));
          latest.current.leave('stay');
          return;
        }
        latest.current.onRead(read);
      },
      (error: unknown) => {
        if (controller.signal.aborted) return;
        if (error instanceof WireError && !isCancelled(error)) toast.error(error.message);
        latest.current.leave('stay');
      },
    );
    return () => controller.abort();
  }, [resource, listed.id, name]);
}

/** Focuses the input at once, so that the next key is not lost; an input that loads late a moment later. */
function useInputFocus(box: RefObject<HTMLElement | null>, ready: boolean): void {
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
  }, [box, ready]);
}

/** Reports that a cell was saved, and offers to undo it. `row`: as it was before. */
function reportSaved(resource: AnyResource, row: WireRow, name: string, label: Text): void {
  const message = translate(texts.saved, { title: titleOf(resource, row), label: translate(label) });
  toast.undo(message, () => {
    editRow(resource, { id: row.id, version: (row.version ?? 0) + 1, [name]: row[name] ?? null })
      .then(() => toast.success(translate(texts.undone)))
      .catch((error: unknown) => {
        if (error instanceof WireError && !isCancelled(error)) toast.error(error.message);
      })
      .finally(() => void refreshResource(resource.name));
  });
}

/** The value of a cell while it is edited, and saving it. */
function useEditedValue(cell: EditedCell, isEnded: () => boolean) {
  const { resource, name, leave } = cell;
  const [row, setRow] = useState<WireRow>();
  const [value, setValue] = useState<unknown>();
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);
  const latest = useRef<unknown>(undefined);
  const change = (next: unknown) => {
    latest.current = next;
    setValue(next);
  };
  useCurrentRow(cell, (read) => {
    change(read[name] ?? null);
    setRow(read);
  });

  const refuse = (error: WireError, field: AnyField, before: WireRow) => {
    const current = (error.data as { row?: WireRow } | null)?.row;
    if (error.reason !== 'stale_version' || !current) return setProblem(error.errors?.[name]?.[0] ?? error.message);
    const same = isSameValue(current[name], before[name]);
    setProblem(
      same ? translate(texts.changed) : translate(texts.theirs, { value: textFromFieldValue(field, current[name]) }),
    );
    setRow(current); // the typed text replaces the other person's version
  };
  const save = async (how: CellEnd) => {
    const field = resource.fields[name];
    if (!row || !field || busy.current || isEnded()) return;
    const was = row[name] ?? null;
    const given = isEmptyValue(latest.current) ? null : latest.current;
    if (isSameValue(given, was)) return leave(how);
    const [wrong] = validateField(field, given, { locale: currentLocale(), mode: 'edit', initial: was });
    if (wrong !== undefined) return setProblem(wrong);
    busy.current = true;
    try {
      await editRow(resource, { id: row.id, version: row.version, [name]: given });
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error)) refuse(error, field, row);
      return;
    } finally {
      busy.current = false;
    }
    reportSaved(resource, row, name, field.label);
    leave(how);
    await refreshResource(resource.name);
  };
  const type = (next: unknown) => {
    change(next);
    setProblem(undefined);
  };
  return { row, value, problem, type, save };
}

/**
 * The input of a field in its cell. The row is read first. Saving writes as every form does, against the version that was
 * read; undo restores the old value.
 */
export default function CellEditor({ resource, row: listed, name, onEnd }: CellEditorProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const ended = useRef(false);
  const end = useRef(onEnd);
  end.current = onEnd;
  const leave = (how: CellEnd) => {
    if (ended.current) return;
    ended.current = true;
    end.current(how);
  };
  const { row, value, problem, type, save } = useEditedValue({ resource, name, listed, leave }, () => ended.current);
  useInputFocus(box, row !== undefined);

  const field = resource.fields[name];
  if (!field) return null;
  if (!row) return <CellValue name={name} field={field} row={listed} />;

  const isText = kindOf(field).typed !== undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') leave('stay');
    else if (event.key === 'Tab') void save(event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Enter' && isText) void save('below');
    else return;
    event.preventDefault();
    event.nativeEvent.stopImmediatePropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the keys of the input within
    <div
      ref={box}
      className="xj-cell-editor"
      onMouseDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onFocus={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
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
          type(next);
          if (cellEditMode(field) === 'chosen') void save('stay');
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
