import type { Field } from '#kernel/declaration/field.ts';
import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import type { Text } from '#kernel/text/text.ts';

/** Says where the first error is, if it is in a child row: `days.3.name` → 行程 第 4 行 › 名称. Undefined: it is not. */
export function breadcrumbOfFirstChildRowError(
  resource: AnyResource,
  errors: Readonly<Record<string, unknown>>,
  find: FindResource,
): Readonly<Record<string, { label: Text }>> {
  const [first] = Object.keys(errors);
  return first?.includes('.') ? { [first]: { label: namePlace(resource, first, find) } } : {};
}

function namePlace(resource: AnyResource, place: string, find: FindResource): Text {
  const zh: string[] = [];
  const en: string[] = [];
  let at: AnyResource = resource;
  for (const part of place.split('.')) {
    if (/^\d+$/.test(part)) {
      zh.push(`${zh.pop() ?? ''}第 ${Number(part) + 1} 行`);
      en.push(`${en.pop() ?? ''} row ${Number(part) + 1}`);
      continue;
    }
    const one: Field | undefined = at.fields[part];
    if (!one) continue;
    zh.push(one.label['zh-cn']);
    en.push(one.label.en);
    if (childListsOf(at).some(([name]) => name === part)) at = resourceOfChildList(one, find);
  }
  return { 'zh-cn': zh.join(' › '), en: en.join(' › ') };
}
