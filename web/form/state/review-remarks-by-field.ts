import type { WireRow } from '#web/resource/wire-row.ts';

/** Remarks of an audit by field, from the `marks` of a row. */
export function reviewRemarksByField(row: WireRow | undefined): Record<string, string> {
  const marks = row?.marks;
  if (!Array.isArray(marks)) return {};
  const found: Record<string, string> = {};
  for (const mark of marks as { key?: unknown; value?: unknown }[]) {
    if (typeof mark?.key === 'string' && typeof mark.value === 'string' && mark.key !== '') {
      found[mark.key] = found[mark.key] ? `${found[mark.key]}；${mark.value}` : mark.value;
    }
  }
  return found;
}
