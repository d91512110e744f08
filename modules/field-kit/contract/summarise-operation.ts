import type { Operation } from './operation-format.ts';

/** What an operation says, for lists: the answer and note, who signed, which certificates were scanned. */
export function summariseOperation({ kind, content }: Operation): string | null {
  const parts: readonly string[] = (() => {
    switch (kind) {
      case 'accept':
        return [];
      case 'scanIn':
        return [...content.codes, content.reason];
      case 'record':
        return [content.party, content.post];
      case 'answer':
        return [content.answer, content.value, content.note];
      case 'sign':
        return [content.name];
      case 'refuse':
        return [content.note];
      case 'submit':
        return [content.note, content.refusal];
    }
  })();
  const text = parts.filter((part) => part !== '').join(' · ');
  return text === '' ? null : text.slice(0, 500);
}
