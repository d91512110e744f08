import { useHeldForm } from '#web/form/use-held-form.ts';
import { type ListAddress, readId } from '#web/table/use-list-address.ts';

/** The record an address opens beside its list; while something in it is unsaved it stays, and its closing is asked about. */
export function useHeldRecord(address: ListAddress) {
  const asked = readId(address, 'id');
  const { form, noteDirty } = useHeldForm(asked === undefined ? undefined : String(asked), (id) =>
    address.setParams({ id }),
  );
  return { openId: form === undefined ? undefined : Number(form), noteTyping: noteDirty };
}
