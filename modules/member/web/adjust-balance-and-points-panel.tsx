import { Button, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { text } from '#kernel/text/text.ts';
import { formatAmount } from '#web/cell/format/format-amounts-and-code-groups.ts';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { can } from '#web/session/session.ts';
import { moneyLog } from '../contract/member-balance-change-log.ts';
import { scoreLog } from '../contract/member-points-change-log.ts';

const ResourceFormSideSheet = lazy(() => import('#web/form/resource/resource-form-side-sheet.tsx'));

const texts = {
  money: text('余额 {sum} 元', 'Balance CNY {sum}'),
  score: text('积分 {sum}', 'Points {sum}'),
  changeMoney: text('变动余额', 'Adjust balance'),
  changeScore: text('变动积分', 'Adjust points'),
};

/** A member's balance and points, with buttons that change them by adding a log entry. */
export default function AdjustBalanceAndPointsPanel({ resource, row }: RecordPanelProps) {
  const [open, setOpen] = useState<AnyResource>();
  const close = () => {
    setOpen(undefined);
    void refreshResource(resource.name);
  };
  return (
    <>
      <p>
        {translate(texts.money, { sum: formatAmount(String(row.money)) })}　
        {translate(texts.score, { sum: String(row.score) })}
      </p>
      <Space wrap style={{ marginTop: 8 }}>
        {can(`${moneyLog.name}/add`) && (
          <Button onClick={() => setOpen(moneyLog)}>{translate(texts.changeMoney)}</Button>
        )}
        {can(`${scoreLog.name}/add`) && (
          <Button onClick={() => setOpen(scoreLog)}>{translate(texts.changeScore)}</Button>
        )}
      </Space>
      {open && (
        <Suspense fallback={null}>
          <ResourceFormSideSheet
            resource={open}
            ids={[]}
            preset={{ user_id: row.id }}
            onClose={() => setOpen(undefined)}
            onDone={close}
          />
        </Suspense>
      )}
    </>
  );
}
