import { Link } from 'react-router';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { applyOperationsToPack, missingForSubmission } from '../../contract/check-state-from-phone-operations.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { syncFieldKit, useFieldKit } from '../kit/field-kit-state-and-actions.ts';
import { fieldKitTexts } from '../kit/field-kit-texts.ts';
import { checkStatusText } from './check-status-text.ts';
import { formatMinuteInShanghai } from './format-minute-in-shanghai.ts';
import { operationsOfOneCheckWithRefusals } from './operations-of-one-check-on-phone-with-refusals.ts';
import { OperationsRefusedByServerList } from './operations-refused-by-server-list.tsx';

const texts = {
  none: text('没有派遣给您的检查', 'No check is dispatched to you'),
  left: text('另有 {n} 项检查超出手机容量，没有下载', '{n} more {n|check|checks} did not fit on the phone'),
  fetched: text('任务包更新于 {at}', 'Packs of {at}'),
  fetch: text('更新任务包', 'Update packs'),
  window: text('{from} 至 {to}', '{from} to {to}'),
  due: text('{day} 前完成', 'Due by {day}'),
  items: text('{done} / {n} 项', '{done} of {n} {n|item|items}'),
  roadside: text('路面查验', 'Roadside lookup'),
} as const;

/** The officer's checks, the most urgent first. */
export function OwnInspectionTaskList() {
  const t = useText();
  const { packs, common, busy, journal } = useFieldKit();
  const refused = journal.filter(
    ({ operation, result }) => result?.outcome === 'refused' && !packs.some(({ id }) => id === operation.check),
  );
  return (
    <>
      <OperationsRefusedByServerList entries={refused} />
      {packs.length === 0 && <p className="xj-kit-none">{t(texts.none)}</p>}
      <ul className="xj-kit-tasks">
        {packs.map((pack) => (
          <Task key={pack.id} pack={pack} />
        ))}
      </ul>
      {common && common.left_out > 0 && <p>{t(texts.left, { n: common.left_out })}</p>}
      <nav className="xj-kit-foot">
        <button type="button" className="xj-button" disabled={busy} onClick={() => void syncFieldKit()}>
          {t(busy ? fieldKitTexts.busy : texts.fetch)}
        </button>
        <a className="xj-button" href="/admin/enforcement/roadside">
          {t(texts.roadside)}
        </a>
        <Link className="xj-button" to="#more">
          {t(fieldKitTexts.more)}
        </Link>
      </nav>
      {common && <small className="xj-kit-age">{t(texts.fetched, { at: formatMinuteInShanghai(common.at) })}</small>}
    </>
  );
}

function Task({ pack }: { pack: CheckPack }) {
  const t = useText();
  const journal = useFieldKit((state) => state.journal);
  const view = applyOperationsToPack(pack, operationsOfOneCheckWithRefusals(journal, pack.id));
  const done = pack.items.length - missingForSubmission(pack, view).answers.length;
  return (
    <li>
      <Link className="xj-kit-task" to={`#check-${pack.id}`}>
        <strong>{pack.object_name}</strong>
        <span className="xj-kit-state">{t(checkStatusText(view.status))}</span>
        {pack.address && <span>{pack.address}</span>}
        <span>
          {pack.window_from && pack.window_to
            ? t(texts.window, {
                from: formatMinuteInShanghai(pack.window_from * 1000),
                to: formatMinuteInShanghai(pack.window_to * 1000),
              })
            : t(texts.due, { day: pack.due_on })}
        </span>
        <span>{t(texts.items, { done, n: pack.items.length })}</span>
      </Link>
    </li>
  );
}
