import { hashKey, type QueryKey } from '@tanstack/react-query';

/**
 * `placeholderData` that keeps showing the previous data while new data load, as long as both keys begin with the same
 * `subject`. Without this a list of coaches would briefly show guides.
 */
export const previousDataAsPlaceholder =
  (...subject: QueryKey) =>
  <T>(before: T | undefined, query?: { readonly queryKey: QueryKey }): T | undefined =>
    query && hashKey(query.queryKey.slice(0, subject.length)) === hashKey(subject) ? before : undefined;
