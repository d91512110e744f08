import type { FormWarnings } from '#web/form/state/form-warnings-registry.ts';
import { tripContradictionParams } from './trip-contradiction-params.ts';

/** The same for products. */
const productWarnings: FormWarnings = {
  call: 'travel.product/tripFaults',
  query: (values) =>
    values.category ? tripContradictionParams(values, values.category, values.departure_area) : undefined,
};

export default productWarnings;
