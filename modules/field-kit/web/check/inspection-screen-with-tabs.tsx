import { useEffect, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import {
  applyOperationsToPack,
  isOperationPossible,
  missingForSubmission,
} from '../../contract/check-state-from-phone-operations.ts';
import type { CheckPack } from '../../contract/offline-check-pack-format.ts';
import { recordOperationAndSync, useFieldKit } from '../kit/field-kit-state-and-actions.ts';
import { watchPhonePosition } from '../kit/watch-phone-position.ts';
import { AnswerCheckItemsScreen } from './answer-check-items-screen.tsx';
import { checkStatusText } from './check-status-text.ts';
import { ConfirmCredentialsShownScreen } from './confirm-credentials-shown-screen.tsx';
import { InspectionTaskDetailsBeforeVisit } from './inspection-task-details-before-visit.tsx';
import { OfficersArrivalScanInScreen } from './officers-arrival-scan-in-screen.tsx';
import { operationsOfOneCheckWithRefusals } from './operations-of-one-check-on-phone-with-refusals.ts';
import { OperationsRefusedByServerList } from './operations-refused-by-server-list.tsx';
import { RecordRefusalByEnterpriseScreen } from './record-refusal-by-enterprise-screen.tsx';
import { SignCheckRecordScreen } from './sign-check-record-screen.tsx';
import { SubmitCheckRecordScreen } from './submit-check-record-screen.tsx';

const texts = {
  accept: text('接收任务', 'Accept'),
  facts: text('任务', 'Task'),
  items: text('事项', 'Items'),
  sign: text('签名', 'Sign'),
  submit: text('提交', 'Submit'),
  refuse: text('被拒绝', 'Refused'),
  over: text(
    '已在本机提交。联网上传后，平台封存笔录。',
    'Submitted on this phone. The platform seals the record once it is uploaded.',
  ),
} as const;

const tabs = { facts: texts.facts, items: texts.items, sign: texts.sign, submit: texts.submit, refuse: texts.refuse };
type Tab = keyof typeof tabs;

/** A check, from its acceptance to its submission. */
export function InspectionScreenWithTabs({ pack }: { pack: CheckPack }) {
  const t = useText();
  const journal = useFieldKit((state) => state.journal);
  useEffect(watchPhonePosition, []);
  const operations = operationsOfOneCheckWithRefusals(journal, pack.id);
  const view = applyOperationsToPack(pack, operations);
  const [tab, setTab] = useState<Tab>('items');
  const refused = journal.filter(
    ({ operation, result }) => operation.check === pack.id && result?.outcome === 'refused',
  );
  const lacks = missingForSubmission(pack, view);
  const isUnderWay = isOperationPossible('answer', view.status);
  const marks: Readonly<Partial<Record<Tab, number>>> = {
    items: lacks.answers.length + lacks.pictures.length,
    sign: lacks.signatures.length,
  };
  return (
    <article className="xj-kit-check">
      <h2>
        {pack.object_name} <span className="xj-kit-state">{t(checkStatusText(view.status))}</span>
      </h2>
      <OperationsRefusedByServerList entries={refused} pack={pack} />
      {isUnderWay && (
        <div className="xj-kit-tabs" role="tablist">
          {Object.entries(tabs).map(([name, label]: [string, Text]) => (
            <button
              key={name}
              type="button"
              role="tab"
              aria-selected={tab === name}
              onClick={() => setTab(name as Tab)}
            >
              {t(label)}
              {(marks[name as Tab] ?? 0) > 0 && <sup>{marks[name as Tab]}</sup>}
            </button>
          ))}
        </div>
      )}
      {view.status === 'submitted' || view.status === 'refused' ? <p role="status">{t(texts.over)}</p> : null}
      {isUnderWay && tab === 'facts' && <InspectionTaskDetailsBeforeVisit pack={pack} />}
      {view.status === 'dispatched' && (
        <button
          type="button"
          className="xj-button xj-kit-big"
          data-tone="primary"
          onClick={() => void recordOperationAndSync(pack, 'accept', {})}
        >
          {t(texts.accept)}
        </button>
      )}
      {view.status === 'accepted' && <OfficersArrivalScanInScreen pack={pack} />}
      {view.status === 'on_site' && <ConfirmCredentialsShownScreen pack={pack} />}
      {view.status === 'on_site' && <RecordRefusalByEnterpriseScreen pack={pack} folded />}
      {!isUnderWay && <InspectionTaskDetailsBeforeVisit pack={pack} />}
      {isUnderWay && tab === 'items' && (
        <AnswerCheckItemsScreen pack={pack} view={view} onDone={() => setTab('sign')} />
      )}
      {isUnderWay && tab === 'sign' && <SignCheckRecordScreen pack={pack} view={view} />}
      {isUnderWay && tab === 'submit' && (
        <SubmitCheckRecordScreen pack={pack} view={view} lacks={lacks} onShow={setTab} />
      )}
      {isUnderWay && tab === 'refuse' && <RecordRefusalByEnterpriseScreen pack={pack} />}
    </article>
  );
}
