import { valuesOfStampedFields } from '../field/values-of-stamped-fields.ts';
import { moveTakesEffect, type WriteFeature } from './write-phase-and-feature-types.ts';

/**
 * Stamps (`stamps`): the moment or day of an addition or a move, and the person who made it. Hooks see them. A value
 * that the platform sets itself replaces them, such as the time of a check that was made offline.
 */
export const stampFieldsWithTimeOrAccount: WriteFeature = {
  plan(write) {
    const { resource, order, happens, caller } = write;
    const names = order.operation === 'add' ? resource.stamps : happens?.stamps;
    if (!names || !moveTakesEffect(write)) return undefined;
    return { values: valuesOfStampedFields(resource, names, caller) };
  },
};
