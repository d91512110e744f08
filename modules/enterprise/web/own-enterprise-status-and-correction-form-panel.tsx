import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Text, text } from '#kernel/text/text.ts';
import { DueCountdown } from '#web/cell/countdown-to-deadline.tsx';
import { dueUnitOf } from '#web/cell/format/format-time-left-until-deadline.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';
import { ResourceForm } from '#web/form/resource/resource-form.tsx';
import { confirmLeave } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { MoveButton } from '#web/lifecycle/move/move-button.tsx';
import { offeredMoveKey, offeredMoves, stateOf } from '#web/lifecycle/move/moves-offered-to-user.ts';
import type { MoveRunner } from '#web/lifecycle/move/use-run-move-at-once-with-undo-or-by-dialog.tsx';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import type { WireRow } from '#web/resource/wire-row.ts';
import { enterprise } from '../contract/enterprise.ts';
import { enterpriseTypes } from '../contract/enterprise-options.ts';
import { type ApplicationProgressStep, ApplicationProgressSteps } from './registration/application-progress-steps.tsx';
import './own-enterprise-status-and-correction-form-panel.css';

/** Explains each state to the owner. */
const meaning: Readonly<Record<string, Text>> = {
  draft: text('尚未提交。核对资料后提交审核。', 'Not submitted yet. Check the details, then submit.'),
  submitted: text(
    '已提交，等待县级主管部门受理。审核期间资料不能修改。',
    'Submitted; waiting for the county authority to accept it. It cannot be edited during review.',
  ),
  first_review: text('县级主管部门正在初审。', 'The county authority is conducting the preliminary review.'),
  final_review: text(
    '初审已通过，市级主管部门正在复审。',
    'The preliminary review is passed; the municipal authority is conducting the final review.',
  ),
  returned: text(
    '已退回修改：请更正下面标出的内容，再次提交。',
    'Returned for correction. Correct the items marked below and submit again.',
  ),
  rejected: text(
    '未予通过。24 小时后可以更正并再次提交。',
    'Rejected. You may correct it and submit again after 24 hours.',
  ),
  active: text('已登记在册，正常经营。', 'On record and in operation.'),
  change_pending: text(
    '变更申请正在审核，原登记信息继续有效。',
    'Your change is under review; the registered details remain valid.',
  ),
  suspended: text(
    '被责令停业整顿，期间不得新报行程、不得申请奖励。',
    'Ordered to suspend business for rectification. No itineraries or reward applications may be filed during this period.',
  ),
  cancelled: text('登记已注销。', 'The enterprise has been deregistered.'),
  revoked: text('登记已吊销。', 'The registration has been revoked.'),
};

const texts = {
  reason: text('审核意见', 'Review comments'),
  marks: text('需更正 {n} 处：{labels}', '{n} {n|item|items} to correct: {labels}'),
  number: text('查询编号 {number}', 'Query number {number}'),
  until: text('至 {date}', 'until {date}'),
  separator: text('、', ', '),
  road: text('办理进度', 'Progress'),
  correct: text('更正资料', 'Correct details'),
  edit: text('修改资料', 'Edit details'),
};

/** States in which the owner has something to correct. */
const amends: ReadonlySet<string> = new Set(['draft', 'returned', 'rejected']);

const underAudit: ReadonlySet<string> = new Set(['submitted', 'first_review', 'final_review', 'returned', 'rejected']);

/**
 * The state of the enterprise, what it means and what the owner can do now. A returned registration opens with its
 * form, which is what the owner came for.
 */
export default function OwnEnterpriseStatusAndCorrectionFormPanel({ row, moves, onForm, onDirty }: RecordPanelProps) {
  const article = useRef<HTMLElement>(null);
  const [correcting, setCorrecting] = useState<boolean>();
  const editable = row._actions?.includes('edit') ?? false;
  const form = editable && (correcting ?? row.status === 'returned');
  useEffect(() => onForm(form), [form, onForm]);
  const dirty = useRef(false);
  const noteDirty = useCallback(
    (next: boolean) => {
      dirty.current = next;
      onDirty(next);
    },
    [onDirty],
  );
  const cancel = async () => {
    if (!dirty.current || (await confirmLeave())) close();
  };
  const close = () => {
    noteDirty(false);
    setCorrecting(false);
    article.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <section className="xj-own" ref={article}>
      <Standing row={row} moves={moves} correcting={form}>
        {editable && !form && (
          <Button type={amends.has(row.status ?? '') ? 'primary' : 'default'} onClick={() => setCorrecting(true)}>
            {translate(amends.has(row.status ?? '') ? texts.correct : texts.edit)}
          </Button>
        )}
      </Standing>
      {form && (
        <ResourceForm
          resource={enterprise}
          id={row.id}
          onDirty={noteDirty}
          onCancel={() => void cancel()}
          onDone={close}
        />
      )}
    </section>
  );
}

interface StandingProps {
  row: WireRow;
  moves: MoveRunner;
  /** Further actions, before the moves. */
  children: ReactNode;
  /** The form below has its own submit button. */
  correcting: boolean;
}

function Standing({ row, moves, correcting, children }: StandingProps) {
  const state = stateOf(enterprise, row);
  const status = row.status ?? '';
  const marks = (row.marks as { key: string; value: string }[] | null) ?? [];
  const offered = offeredMoves(enterprise, row).filter((one) => !(correcting && one.name === 'submit'));
  const down = status === 'returned' || status === 'rejected';
  return (
    <header className="xj-standing" data-tone={state?.tone}>
      <p className="xj-standing-type">
        {translate(enterpriseTypes[row.ent_type as 'shop'] ?? enterpriseTypes.other)}
        {typeof row.query_no === 'string' && <span>{translate(texts.number, { number: row.query_no })}</span>}
      </p>
      <div className="xj-standing-state">
        {state && <OptionTag option={state} />}
        {status === 'suspended' && typeof row.suspended_until === 'string' && (
          <span>{translate(texts.until, { date: row.suspended_until })}</span>
        )}
        {typeof row.due_at === 'number' && !down && <DueCountdown due={row.due_at} unit={dueUnitOf(row.due_unit)} />}
      </div>
      <p className="xj-standing-meaning">{meaning[status] && translate(meaning[status])}</p>
      {underAudit.has(status) && <StandingRoad row={row} />}
      {down && typeof row.audit_remark === 'string' && (
        <div className="xj-standing-reason" role="note">
          <strong>{translate(texts.reason)}</strong>
          <p>{row.audit_remark}</p>
          {marks.length > 0 && (
            <p>
              {translate(texts.marks, {
                n: marks.length,
                labels: [...new Set(marks.map((mark) => labelOf(mark.key)))].join(translate(texts.separator)),
              })}
            </p>
          )}
        </div>
      )}
      {(offered.length > 0 || children) && (
        <div className="xj-standing-moves">
          {children}
          {offered.map((one) => (
            <MoveButton key={offeredMoveKey(one)} offered={one} rows={[row]} moves={moves} />
          ))}
        </div>
      )}
    </header>
  );
}

const labelOf = (name: string): string => {
  const field = (enterprise.fields as Readonly<Record<string, { label: Text }>>)[name];
  return field ? translate(field.label) : name;
};

/** Steps of the review, as on the public progress page. */
function StandingRoad({ row }: { row: WireRow }) {
  const { data } = useQuery({
    queryKey: ['resource', enterprise.name, 'progress', row.id, row.version],
    queryFn: ({ signal }) =>
      post<{ steps: ApplicationProgressStep[] }>(
        '/api/enterprise/progress',
        { query_no: row.query_no, mobile: row.contact_mobile },
        { quiet: true, area: 'api', signal, duplicate: 'allow' },
      ),
    enabled: typeof row.query_no === 'string',
    retry: false,
  });
  if (!data) return null;
  return <ApplicationProgressSteps label={translate(texts.road)} steps={data.steps} lies />;
}
