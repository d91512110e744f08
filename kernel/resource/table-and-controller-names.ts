import type { AnyResource } from '../declaration/resource.ts';

/** The table of a resource: `enterprise/licence` → `enterprise_licence`, `enterprise/enterprise` → `enterprise`. */
export function tableOf(one: Pick<AnyResource, 'name' | 'table'>): string {
  if (one.table !== undefined) return one.table;
  const [area, name] = one.name.split('/').map(snake) as [string, string];
  return area === name ? name : `${area}_${name}`;
}

const snake = (word: string) => word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The controller of a resource in URLs: `enterprise/licence` → `enterprise.licence`. */
export const controllerNameOf = (one: Pick<AnyResource, 'name'>) => one.name.replace('/', '.');

/**
 * The property of a row on the wire that describes the referenced row: `enterprise_id` → `enterprise`, `area_code` →
 * `area`.
 */
export const relationNameOf = (name: string) =>
  name.replace(/_(id|code)$/, '') === name ? `${name}_row` : name.replace(/_(id|code)$/, '');

/** The database sequence of a numbered field (`number`), named as PostgreSQL names those of columns. */
export const sequenceOf = (one: Pick<AnyResource, 'name' | 'table'>, field: string): string =>
  `${tableOf(one)}_${field}_seq`;
