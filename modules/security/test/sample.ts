import { selectableFields, selectableResources } from '../contract/resources-and-fields-as-select-options.ts';

/** Resources with a shipped rule. */
const ruled = new Set(['auth/admin', 'auth/group', 'auth/menu', 'security/dataRecycle', 'user/user']);

/** Each sample names a resource that no earlier sample has named, until all are named. */
function businesses(): (n: number) => string {
  const given = new Map<number, string>();
  return (n) => {
    const free = Object.keys(selectableResources.options).filter((name) => !ruled.has(name) && fieldOf(name));
    const name = given.get(n) ?? free[given.size % free.length] ?? '';
    given.set(n, name);
    return name;
  };
}

const fieldOf = (controller: string) =>
  Object.keys(selectableFields.options).find((name) => name.startsWith(`${controller}.`));

const [recycled, watched] = [businesses(), businesses()];

/** A resource has at most one rule, and the fields of a rule belong to its resource. */
export const securitySamples = {
  'security/dataRecycle': { controller: recycled },
  'security/sensitiveData': { controller: watched, columns: (n: number) => [fieldOf(watched(n))], titles: [] },
};
