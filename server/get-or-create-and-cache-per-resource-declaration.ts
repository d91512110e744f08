import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';

/** The value of a key, created when it is first needed. */
export function getOrCreate<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}

/**
 * Caches values derived from a declaration. The cache is per declaration object, because engines of one process may
 * declare different resources of the same name, and per list of resources, in which relations are looked up. At most
 * `most` values are cached each, since people, permissions and chosen columns change.
 */
export function cachePerResourceDeclaration<V>(most: number) {
  const all = new WeakMap<FindResource, WeakMap<AnyResource, Map<string, V>>>();
  return (find: FindResource, resource: AnyResource, key: string, make: () => V): V => {
    const ofResource = getOrCreate(
      getOrCreate(all, find, () => new WeakMap<AnyResource, Map<string, V>>()),
      resource,
      () => new Map<string, V>(),
    );
    if (ofResource.size > most) ofResource.clear();
    return getOrCreate(ofResource, key, make);
  };
}
