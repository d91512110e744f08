import { text } from '#kernel/text/text.ts';
import { currentLocale, useText } from '#web/i18n/locale.ts';
import { operationKinds } from '../../contract/field-operation-kind-outcome-and-oddity-options.ts';
import { formatOperationSummary } from '../../contract/format-operation-summary.ts';
import type { Operation } from '../../contract/offline-check-operation-and-sync-answer-format.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { dismissRefusedOperation } from '../kit/field-kit-state-and-actions.ts';
import type { JournalEntry } from '../store/journal-of-phone-operations-and-pictures.ts';
import { checkItemNameInLocale } from './check-item-name-in-locale.ts';
import { formatMinuteInShanghai } from './format-minute-in-shanghai.ts';

const texts = {
  title: text(
    '{n} 步未被平台采纳，已留作附件',
    '{n} {n|step was|steps were} not accepted by the platform and kept as an annex',
  ),
  lead: text(
    '任务包已更新为平台上的状态。需要的，请据此重新记录。',
    'The pack now shows the state of the platform. Record again from here what is needed.',
  ),
  read: text('知道了', 'Understood'),
} as const;

/** What the platform refused, with its reason and what was recorded, until the officer has read it. */
export function OperationsRefusedByServerList({
  entries,
  pack,
}: {
  entries: readonly JournalEntry[];
  pack?: CheckPack;
}) {
  const t = useText();
  if (entries.length === 0) return null;
  const describe = (operation: Operation): string => {
    const item = operation.kind === 'answer' && pack?.items.find(({ id }) => id === operation.content.item);
    const summary = formatOperationSummary(operation, currentLocale());
    return [item ? checkItemNameInLocale(item) : null, summary].filter(Boolean).join(' · ');
  };
  return (
    <section className="xj-kit-card" role="alert">
      <h3>{t(texts.title, { n: entries.length })}</h3>
      <ul>
        {entries.map(({ operation, object, result }) => (
          <li key={operation.id}>
            {pack ? null : <strong>{object} </strong>}
            {t(operationKinds[operation.kind])} {formatMinuteInShanghai(operation.at)}
            <p>{describe(operation)}</p>
            <small>{result?.message}</small>
          </li>
        ))}
      </ul>
      {pack && <p>{t(texts.lead)}</p>}
      <button
        type="button"
        className="xj-button"
        onClick={() => void dismissRefusedOperation(entries.map(({ operation }) => operation.id))}
      >
        {t(texts.read)}
      </button>
    </section>
  );
}
