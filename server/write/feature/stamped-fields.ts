import { stampedValues } from '../field/stamped-values.ts';
import { takesEffect, type WriteFeature } from './write-phases.ts';

/**
 * Stamps (`stamps`): the moment or day of an add or a move, and who made it. Hooks see them; what the platform sets
 * itself, such as the time of a check made offline, replaces them.
 */
export const stampedFields: WriteFeature = {
  plan(write) {
    const { resource, order, happens, caller } = write;
    const names = order.operation === 'add' ? resource.stamps : happens?.stamps;
    if (!names || !takesEffect(write)) return undefined;
    return { values: stampedValues(resource, names, caller) };
  },
};
