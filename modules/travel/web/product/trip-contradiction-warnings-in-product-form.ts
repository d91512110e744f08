import type { FormWarnings } from '#web/form/state/form-warnings-registry.ts';
import { tripContradictionCallParams } from './trip-contradiction-call-params.ts';

/** The same for products. */
const productWarnings: FormWarnings = {
  call: 'travel.product/tripFaults',
  query: (values) =>
    values.category ? tripContradictionCallParams(values, values.category, values.departure_area) : undefined,
};

export default productWarnings;
