import type { FormWarnings } from '#web/form/state/form-warnings-registry.ts';
import { tripFaultParams } from './trip-fault-params.ts';

/** The same for products. */
const productWarnings: FormWarnings = {
  call: 'travel.product/tripFaults',
  query: (values) => (values.category ? tripFaultParams(values, values.category, values.departure_area) : undefined),
};

export default productWarnings;
