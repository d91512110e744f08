import { useState } from 'react';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { useFormInUrlWithLeaveConfirmation } from '#web/form/unsaved/use-form-in-url-with-leave-confirmation.ts';
import { mayPerform } from '#web/resource/may-user-perform-action.ts';
import { type ListAddress, readId } from '#web/table/rows/use-list-state-in-url.ts';
import { useOpenRecordInUrl } from '#web/table/screen/use-open-record-in-url.ts';

export type OpenRecordAndForm = ReturnType<typeof useRecordAndFormOpenedByUrl>;

/** The record and the form that the address opens beside a list. `queue`: rows edited one after another. */
export function useRecordAndFormOpenedByUrl(resource: AnyResource, address: ListAddress) {
  const { setParams } = address;
  const [queue, setQueue] = useState<readonly number[]>([]);
  const { openId, noteTyping } = useOpenRecordInUrl(address);
  const editId = readId(address, 'edit');
  const adding = address.param('form') === 'add' && mayPerform(resource, 'add');
  const requestedForm = adding ? 'add' : editId === undefined ? undefined : String(editId);
  const { form, noteDirty } = useFormInUrlWithLeaveConfirmation(requestedForm, (held) =>
    setParams(held === 'add' ? { form: held } : { edit: held }),
  );
  const close = () => {
    setQueue([]);
    setParams({ form: undefined, edit: undefined });
  };
  return { openId, noteTyping, form, noteDirty, queue, setQueue, close };
}
