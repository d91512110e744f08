import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text.ts';
import { toast } from '#web/feedback/toast.ts';
import { post } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panels.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { findResource } from '#web/resource/resource-registry.ts';
import { can } from '#web/session/session.ts';
import { FailedList, failedOf } from './failed-list.tsx';

const words = {
  before: text('修改前', 'Before'),
  after: text('修改后', 'After'),
  nothing: text('空', 'Empty'),
  rollback: text('改回修改前的值', 'Put the former value back'),
  rolled: text('已回滚', 'Rolled back'),
};

/** A watched field before and after, and the way back. */
export default function ChangePanel({ resource, row }: RecordPanelProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(failedOf(undefined));
  const label = findResource(String(row.resource))?.fields[String(row.data_field)]?.label;
  const said = (value: unknown) => (value === '' || value === null ? speak(words.nothing) : String(value));
  const rollBack = async () => {
    setBusy(true);
    try {
      await post('/admin/security.sensitiveDataLog/rollback', { ids: [row.id] }, { quiet: true });
      setFailed([]);
      toast.success(speak(words.rolled));
      await refreshResource(resource.name);
    } catch (refusal) {
      setFailed(failedOf(refusal));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <dl className="xj-timeline-changes">
        <div>
          <dt>{label ? speak(label) : String(row.data_field)}</dt>
          <dd>
            <del>
              <span className="xj-visually-hidden">{speak(words.before)} </span>
              {said(row.before)}
            </del>
            <span aria-hidden="true"> → </span>
            <ins>
              <span className="xj-visually-hidden">{speak(words.after)} </span>
              {said(row.after)}
            </ins>
          </dd>
        </div>
      </dl>
      <FailedList failed={failed} />
      {Number(row.is_rollback) === 0 && can('security/sensitiveDataLog/rollback') && (
        <p>
          {' '}
          <Button type="primary" loading={busy} onClick={() => void rollBack()}>
            {speak(words.rollback)}
          </Button>
        </p>
      )}
    </>
  );
}
