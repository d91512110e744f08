import type { FormContradictionWarnings } from '#web/form/state/form-contradiction-warnings-registry.ts';
import { tripKindMismatchCallParams } from './trip-kind-mismatch-call-params.ts';

/** Warnings in the form of a product, of a trip that contradicts its type, length or destinations. */
const productWarnings: FormContradictionWarnings = {
  call: 'travel.product/tripFaults',
  query: (values) =>
    values.category ? tripKindMismatchCallParams(values, values.category, values.departure_area) : undefined,
};

export default productWarnings;
