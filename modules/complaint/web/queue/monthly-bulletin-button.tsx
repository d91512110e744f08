import { Button } from 'antd';
import { useState } from 'react';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { useText } from '#web/i18n/locale.ts';
import { can } from '#web/session/session.ts';
import { complaint } from '../../contract/complaint.ts';
import { complaintBulletinMonthForm } from '../../contract/complaint-bulletin-month-form.ts';

/** The month before the present one, `2026-10`. */
const lastMonth = (): string => addDays(`${shanghaiToday().slice(0, 8)}01`, -1).slice(0, 7);

/** Has the bulletin of a month written, by officers who may export complaints. */
export function MonthlyBulletinButton() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  if (!can(`${complaint.name}/export`)) return null;
  const form = complaintBulletinMonthForm(lastMonth());
  const close = () => setOpen(false);
  return (
    <>
      <Button className="xj-complaint-bulletin" onClick={() => setOpen(true)}>
        {t(form.title)}
      </Button>
      {isOpen && (
        <DialogFormOfApiCall
          title={t(form.title)}
          lead={t(form.lead)}
          okText={t(form.ok)}
          path={form.path}
          fields={form.fields}
          area="admin"
          fleeting
          onDone={close}
          onClose={close}
        />
      )}
    </>
  );
}
