import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';

/** The value of a key, made at its first use. */
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
 * Keeps what is made of a declaration, by a key: by the declaration itself, since engines of one process may declare other
 * resources by the same name, and by the others its relations are found among. `most` of each are kept, for people, their
 * permissions and the columns they like come and go.
 */
export function cachePerDeclaration<V>(most: number) {
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
