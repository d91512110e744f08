import { Skeleton } from 'antd';
import { type KeyboardEvent, useRef, useState } from 'react';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import { WireError } from '#web/http/client.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useText } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { performMove, refreshResource } from '#web/resource/resource-calls.ts';
import type { CheckRecord, CheckRecordItem } from '../../contract/check/check-record-answer-types.ts';
import { checkAnswer } from '../../contract/check/officers-answers-and-signatures-of-check.ts';
import { checkAnswerAndEnterpriseRightsTexts as texts } from './check-answer-and-enterprise-rights-texts.ts';
import type { CheckAnswerDraft } from './check-answer-details-input.tsx';
import { CheckItemAnswerCard } from './check-item-answer-card.tsx';
import { useCheckItemsAndAnswersQuery } from './use-check-items-and-answers-query.ts';
import './answer-check-items-panel.css';

/** The items of a check, answered by thumb on a phone and by keys at a desk. */
export default function AnswerCheckItemsPanel({ row }: RecordPanelProps) {
  const { data, error, isPending, refetch } = useCheckItemsAndAnswersQuery(row);
  if (error) return <LoadErrorWithRetry error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  return <Answers record={data} />;
}

function Answers({ record: { items, answering, begins, phrases } }: { record: CheckRecord }) {
  const t = useText();
  const cards = useRef<(HTMLLIElement | null)[]>([]);
  const { save, busy, failed } = useSave();
  const done = items.filter(({ answer }) => answer !== null).length;
  const problems = items.filter(({ problem }) => problem).length;
  if (items.length === 0) return <p role="status">{t(texts.none)}</p>;
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const at = cards.current.findIndex((card) => card?.contains(event.target as Node));
    const typing = /^(INPUT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
    if (!answering || at < 0 || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { j: 1, k: -1 }[event.key.toLowerCase()];
    const choice = { 1: 'yes', 2: 'no', 3: 'not_applicable' }[event.key];
    if (step === undefined && choice === undefined) return;
    // the record's own keys go to other records
    event.stopPropagation();
    event.preventDefault();
    if (step !== undefined) cards.current[at + step]?.focus();
    else cards.current[at]?.querySelector<HTMLButtonElement>(`[data-choice='${choice}']`)?.click();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for the items within, which also have buttons
    <div className="xj-check-answers" onKeyDown={onKey}>
      <p role="status">
        {t(texts.progress, { done, n: items.length })}
        {problems > 0 && ` · ${t(texts.problems, { n: problems })}`}
      </p>
      {begins && <p>{t(texts.begin)}</p>}
      {answering && <p className="xj-check-keys">{t(texts.keys)}</p>}
      <ol>
        {items.map((item, at) => (
          <CheckItemAnswerCard
            key={item.id}
            number={at + 1}
            cardRef={(card) => {
              cards.current[at] = card;
            }}
            errors={failed?.id === item.id ? failed.errors : undefined}
            busy={busy === item.id}
            onSave={(draft) => void save(item, draft)}
            {...{ item, answering, phrases }}
          />
        ))}
      </ol>
    </div>
  );
}

/** Saves an answer, and says what is wrong with it at its fields. */
function useSave() {
  const t = useText();
  const [busy, setBusy] = useState<number>();
  const [failed, setFailed] = useState<{ id: number; errors: WireError['errors'] }>();
  const save = async (item: CheckRecordItem, { answer, value, note, evidence, documents }: CheckAnswerDraft) => {
    setBusy(item.id);
    setFailed(undefined);
    try {
      const input = {
        answer,
        value: value.trim() || null,
        note: note.trim() || null,
        evidence,
        documents,
        client_time: serverNow(),
      };
      await performMove(checkAnswer, 'answer', { id: item.id }, input);
      toast.success(t(texts.saved, { name: item.name }));
      await refreshResource(checkAnswer.name);
      void refreshResource('enforcement/check');
    } catch (error) {
      setFailed({ id: item.id, errors: error instanceof WireError ? error.errors : undefined });
      toast.error(error instanceof Error ? error.message : String(error));
    }
    setBusy(undefined);
  };
  return { save, busy, failed };
}
