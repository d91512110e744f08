import type { Locale } from '#kernel/text/text.ts';
import { checkItemAnswers } from '#modules/enforcement/contract/check/enforcement-check-source-result-and-flag-options.ts';
import type { Operation } from './offline-check-operation-and-sync-answer-format.ts';

/** What an operation says, for lists: the answer and note, who signed, which codes were scanned. Null: nothing. */
export function formatOperationSummary({ kind, content }: Operation, locale: Locale): string | null {
  const parts: readonly string[] = (() => {
    switch (kind) {
      case 'accept':
        return [];
      case 'scanIn':
        return [...content.codes, content.reason];
      case 'record':
        return [content.party, content.post];
      case 'answer':
        return [checkItemAnswers[content.answer][locale], content.value, content.note];
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
