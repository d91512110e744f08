import type { FormWarnings } from '#web/form/state/form-warnings-registry.ts';
import { tripContradictionCallParams } from './trip-contradiction-call-params.ts';

/** Warnings in the form of a product, of a trip that contradicts its type, length or destinations. */
const productWarnings: FormWarnings = {
  call: 'travel.product/tripFaults',
  query: (values) =>
    values.category ? tripContradictionCallParams(values, values.category, values.departure_area) : undefined,
};

export default productWarnings;
