import { useLoadedForm } from '#web/form/use-loaded-form.ts';
import { type ListAddress, readId } from '#web/table/rows/use-list-address.ts';

/** The record an address opens beside its list; while something in it is unsaved it stays, and its closing is asked about. */
export function useSteadyRecord(address: ListAddress) {
  const requested = readId(address, 'id');
  const { form, noteDirty } = useLoadedForm(requested === undefined ? undefined : String(requested), (id) =>
    address.setParams({ id }),
  );
  return { openId: form === undefined ? undefined : Number(form), noteTyping: noteDirty };
}
