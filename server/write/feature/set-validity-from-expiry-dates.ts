import { validityColumns } from '../row-set/refresh-document-validity.ts';
import { takesEffect, type WriteFeature } from './write-phase-and-feature-types.ts';

/** Documents that expire (`ends`): computes from the dates of the write whether they are valid, expiring or expired. */
export const setValidityFromExpiryDates: WriteFeature = {
  plan(write) {
    const { resource, order, before } = write;
    if (!resource.ends || order.operation === 'del' || !takesEffect(write)) return undefined;
    return { columns: ({ values }) => validityColumns(resource, before, { ...before, ...values }) };
  },
};
