import { text } from '#kernel/text/text.ts';
import { checkItemAnswers } from '#modules/enforcement/contract/check/check-options.ts';
import { useText } from '#web/i18n/locale.ts';
import type { CheckPack } from '../../contract/check-pack.ts';
import type { Operation } from '../../contract/operation-format.ts';
import { operationKinds } from '../../contract/operation-options.ts';
import { summariseOperation } from '../../contract/summarise-operation.ts';
import { dismissRefused } from '../kit/kit-state-and-actions.ts';
import type { JournalEntry } from '../store/operation-journal.ts';
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
export function OperationsRefusedByServer({ entries, pack }: { entries: readonly JournalEntry[]; pack?: CheckPack }) {
  const t = useText();
  if (entries.length === 0) return null;
  const describe = (operation: Operation): string | null => {
    if (operation.kind !== 'answer') return summariseOperation(operation);
    const { item, answer, value, note } = operation.content;
    const name = pack?.items.find(({ id }) => id === item)?.name ?? '';
    return [name, t(checkItemAnswers[answer]), value, note].filter((part) => part !== '').join(' · ');
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
        onClick={() => void dismissRefused(entries.map(({ operation }) => operation.id))}
      >
        {t(texts.read)}
      </button>
    </section>
  );
}
