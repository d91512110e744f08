import { validityAfterWrite } from '../row-set/refresh-document-validity.ts';
import { moveTakesEffect, type WriteFeature } from './write-phase-and-feature-types.ts';

/** Documents that expire (`ends`): computes from the dates of the write whether they are valid, expiring or expired. */
export const setDocumentValidityStatus: WriteFeature = {
  plan(write) {
    const { resource, order, before } = write;
    if (!resource.ends || order.operation === 'del' || !moveTakesEffect(write)) return undefined;
    return { columns: ({ values }) => validityAfterWrite(resource, before, { ...before, ...values }) };
  },
};
