import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { approvalStepLabel } from '#kernel/lifecycle/move-approval-steps.ts';
import { text } from '#kernel/text/text.ts';
import type { PendingMoveApproval } from '#kernel/wire/pending-move-approval.ts';
import { formatMinute } from '#web/cell/format/date-format.ts';
import { CellValue, isBlankCell } from '#web/cell/value-of-field-in-cell.tsx';
import { translate } from '#web/i18n/locale.ts';
import { readRow } from '#web/resource/resource-calls.ts';

import './lifecycle.css';

const texts = {
  done: text('{name} 于 {time} {step}', '{name}, {time}: {step}'),
  next: text('等待另一人办理：{step}', 'Waiting for another person: {step}'),
  none: text('提请已撤回、被否决或失效。', 'The proposal was withdrawn, declined or has lapsed.'),
};

interface ProposalNoteProps {
  readonly resource: AnyResource;
  readonly approval: PendingMoveApproval;
}

/** A move with several approvers that is in progress: who took which step, and what comes next. */
export function ApprovalProgressOfPendingMove({ resource, approval }: ProposalNoteProps) {
  const move = moveOf(resource.life, approval.move);
  if (!move) return null;
  const label = (step: string) => {
    const found = approvalStepLabel(move, step);
    return found ? translate(found) : step;
  };
  const given = Object.entries(move.input ?? {}).filter(([name, field]) => !isBlankCell(field, approval.input[name]));
  return (
    <div className="xj-proposal">
      <ul>
        {approval.taken.map(({ step, name, at }) => (
          <li key={step}>{translate(texts.done, { name, time: formatMinute(at), step: label(step) })}</li>
        ))}
      </ul>
      {given.length > 0 && (
        <dl>
          {given.map(([name, field]) => (
            <div key={name}>
              <dt>{translate(field.label)}</dt>
              <dd>
                <CellValue name={name} field={field} row={{ id: 0, [name]: approval.input[name] }} roomy />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p>{translate(texts.next, { step: label(approval.next) })}</p>
    </div>
  );
}

/** The present proposal on a row, for whoever decides on it. */
export function LoadedApprovalProgressOfRecord({ resource, id }: { resource: AnyResource; id: number }) {
  const row = useQuery({
    queryKey: ['resource', resource.name, 'proposal', id],
    queryFn: ({ signal }) => readRow(resource, id, { signal }),
    staleTime: 0,
  });
  if (row.isPending) return <Skeleton active title={false} paragraph={{ rows: 2 }} />;
  const approval = row.data?._approval;
  return approval ? (
    <ApprovalProgressOfPendingMove resource={resource} approval={approval} />
  ) : (
    <p role="alert">{translate(texts.none)}</p>
  );
}
