import { useFormInUrlWithLeaveConfirmation } from '#web/form/unsaved/use-form-in-url-with-leave-confirmation.ts';
import { type ListAddress, readId } from '#web/table/rows/use-list-state-in-url.ts';

/** The record that the address opens beside the list. With unsaved changes it stays open, and closing asks first. */
export function useOpenRecordInUrl(address: ListAddress) {
  const requested = readId(address, 'id');
  const { form, noteDirty } = useFormInUrlWithLeaveConfirmation(
    requested === undefined ? undefined : String(requested),
    (id) => address.setParams({ id }),
  );
  return { openId: form === undefined ? undefined : Number(form), noteTyping: noteDirty };
}
