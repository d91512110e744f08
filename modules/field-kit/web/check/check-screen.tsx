import { useEffect, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import type { CheckPack } from '../../contract/check-pack.ts';
import { isPossible, lacksOf, viewOf } from '../../contract/check-progress-on-phone.ts';
import { perform, useKit } from '../kit/kit-state-and-actions.ts';
import { watchPlace } from '../kit/watch-position.ts';
import { BeginRecordScreen } from './begin-record-screen.tsx';
import { CheckFacts } from './check-facts.tsx';
import { operationsOf, statusText } from './check-status-texts.ts';
import { ItemScreen } from './item-screen.tsx';
import { RefuseScreen } from './refuse-screen.tsx';
import { RefusedSteps } from './refused-steps.tsx';
import { ScanIn } from './scan-in-screen.tsx';
import { SignScreen } from './sign-screen.tsx';
import { SubmitScreen } from './submit-screen.tsx';

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
export function CheckScreen({ pack }: { pack: CheckPack }) {
  const t = useText();
  const journal = useKit((state) => state.journal);
  useEffect(watchPlace, []);
  const operations = operationsOf(journal, pack.id);
  const view = viewOf(pack, operations);
  const [tab, setTab] = useState<Tab>('items');
  const refused = journal.filter(
    ({ operation, result }) => operation.check === pack.id && result?.outcome === 'refused',
  );
  const lacks = lacksOf(pack, view);
  const isUnderWay = isPossible('answer', view.status);
  const marks: Readonly<Partial<Record<Tab, number>>> = {
    items: lacks.answers.length + lacks.pictures.length,
    sign: lacks.signatures.length,
  };
  return (
    <article className="xj-kit-check">
      <h2>
        {pack.object_name} <span className="xj-kit-state">{t(statusText(view.status))}</span>
      </h2>
      <RefusedSteps entries={refused} pack={pack} />
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
      {isUnderWay && tab === 'facts' && <CheckFacts pack={pack} />}
      {view.status === 'dispatched' && (
        <button
          type="button"
          className="xj-button xj-kit-big"
          data-tone="primary"
          onClick={() => void perform(pack, 'accept', {})}
        >
          {t(texts.accept)}
        </button>
      )}
      {view.status === 'accepted' && <ScanIn pack={pack} />}
      {view.status === 'on_site' && <BeginRecordScreen pack={pack} />}
      {view.status === 'on_site' && <RefuseScreen pack={pack} />}
      {!isUnderWay && <CheckFacts pack={pack} />}
      {isUnderWay && tab === 'items' && <ItemScreen pack={pack} view={view} onDone={() => setTab('sign')} />}
      {isUnderWay && tab === 'sign' && <SignScreen pack={pack} view={view} />}
      {isUnderWay && tab === 'submit' && <SubmitScreen pack={pack} view={view} lacks={lacks} onShow={setTab} />}
      {isUnderWay && tab === 'refuse' && <RefuseScreen pack={pack} />}
    </article>
  );
}
