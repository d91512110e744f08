import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { EnglishValues } from './english-column-values-of-bilingual-text.ts';

/** The note of a write in its history. `en` exists only if it differs. */
export interface HistoryNote {
  readonly note?: string;
  readonly noteEnglish?: string;
}

/** Joins the notes of hooks, one a line. Default: the remark of the move (`moveRemarkOf`). */
export function historyNote(
  resource: AnyResource,
  notes: readonly (string | Text)[],
  english: EnglishValues,
  input: Readonly<Record<string, unknown>>,
): HistoryNote {
  const inLanguage = (locale: keyof Text, given: Readonly<Record<string, unknown>>) =>
    notes.map((one) => (typeof one === 'string' ? one : one[locale])).join('\n') || moveRemarkOf(resource, given);
  const note = inLanguage('zh-cn', input);
  const isSame = notes.every((one) => typeof one === 'string') && Object.keys(english).length === 0;
  const noteEnglish = isSame ? note : inLanguage('en', { ...input, ...english });
  if (note === '') return {};
  return note === noteEnglish ? { note } : { note, noteEnglish };
}

/**
 * The remark shown with the move in the timeline, to everybody who sees the row: `document_no`, and `reason` or else
 * `audit_remark`. Empty if the input has none of them.
 */
export function moveRemarkOf({ fields }: AnyResource, input: Readonly<Record<string, unknown>>): string {
  const textOf = (name: string) => (fields[name]?.reads === undefined ? input[name] : undefined);
  const parts = [textOf('document_no'), textOf('reason') ?? textOf('audit_remark')];
  return parts.filter((part) => typeof part === 'string' && part).join(' ');
}
