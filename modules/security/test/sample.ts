import { nameableFields, nameableResources } from '../contract/nameable.ts';

/** Businesses that have a rule from the beginning. */
const ruled = new Set(['auth/admin', 'auth/group', 'auth/menu', 'security/dataRecycle', 'user/user']);

/** Each sample names a business no sample before it has named, until all are. */
function businesses(): (n: number) => string {
  const given = new Map<number, string>();
  return (n) => {
    const free = Object.keys(nameableResources.options).filter((name) => !ruled.has(name) && fieldOf(name));
    const name = given.get(n) ?? free[given.size % free.length] ?? '';
    given.set(n, name);
    return name;
  };
}

const fieldOf = (controller: string) =>
  Object.keys(nameableFields.options).find((name) => name.startsWith(`${controller}.`));

const [recycled, watched] = [businesses(), businesses()];

/** No business has two rules, and fields of a rule are those of its business. */
export const securitySamples = {
  'security/dataRecycle': { controller: recycled },
  'security/sensitiveData': { controller: watched, columns: (n: number) => [fieldOf(watched(n))], titles: [] },
};
