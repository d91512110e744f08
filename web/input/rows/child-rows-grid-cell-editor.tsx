import { type ComponentType, useLayoutEffect, useRef } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { FieldInputProps } from '#web/input/control/field-input-props.ts';
import type { ChildRow } from '#web/resource/child-rows-in-form.ts';
import type { WireRow } from '#web/resource/wire-row.ts';

interface GridCellEditorProps {
  id: string;
  name: string;
  field: AnyField;
  row: ChildRow;
  of: string;
  inside: ComponentType<FieldInputProps>;
  put(value: unknown): void;
}

/** The input of a field in its cell. It takes the focus when it is mounted. */
export function ChildRowsGridCellEditor({ id, name, field, row, of, inside: FieldInput, put }: GridCellEditorProps) {
  const box = useRef<HTMLSpanElement>(null);
  // At once, so that the next key is not lost; an input that is loaded late gets it in the next frame.
  useLayoutEffect(() => {
    const focus = () => box.current?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')?.focus();
    focus();
    if (box.current?.contains(document.activeElement)) return undefined;
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <span ref={box} className="xj-rows-editor">
      <FieldInput
        id={`${id}-input`}
        name={name}
        field={field}
        of={of}
        value={row[name]}
        onChange={put}
        row={row as WireRow}
        values={row}
      />
    </span>
  );
}
