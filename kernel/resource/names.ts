import type { AnyResource } from '../declaration/resource.ts';

/** Table of a resource: `enterprise/licence` → `enterprise_licence`, `enterprise/enterprise` → `enterprise`. */
export function tableOf(one: Pick<AnyResource, 'name' | 'table'>): string {
  if (one.table !== undefined) return one.table;
  const [area, name] = one.name.split('/').map(snake) as [string, string];
  return area === name ? name : `${area}_${name}`;
}

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Wire controller of a resource as clients write it: `enterprise/licence` → `enterprise.licence`. */
export const controllerOf = (one: Pick<AnyResource, 'name'>) => one.name.replace('/', '.');

/** Name of the related object next to a reference: `enterprise_id` → `enterprise`, `area_code` → `area`. */
export const relationOf = (name: string) =>
  name.replace(/_(id|code)$/, '') === name ? `${name}_row` : name.replace(/_(id|code)$/, '');

/** The sequence of a numbered field (`number`), named as PostgreSQL names those of columns. */
export const sequenceOf = (one: Pick<AnyResource, 'name' | 'table'>, field: string): string =>
  `${tableOf(one)}_${field}_seq`;
