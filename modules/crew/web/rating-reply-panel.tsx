import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { translate } from '#web/i18n/locale.ts';
import type { RecordPanelProps } from '#web/record/record-panel-registry.ts';
import { ratingReplyForm } from '../contract/rating-reply-form.ts';

/** Panel on the page of a rating: the reply, or the form for it. */
export default function RatingReplyPanel({ row: { id } }: RecordPanelProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const { title, lead, ok, path, fields } = ratingReplyForm;
  return (
    <>
      <p>{translate(lead)}</p>
      <Button onClick={() => setOpen(true)}>{translate(title)}</Button>
      {open && (
        <DialogFormOfApiCall
          title={translate(title)}
          lead={translate(lead)}
          okText={translate(ok)}
          {...{ path, fields, area: 'api', about: { id } }}
          onDone={() => {
            setOpen(false);
            void client.invalidateQueries();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
