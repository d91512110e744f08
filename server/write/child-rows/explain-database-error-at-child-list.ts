import type { AnyResource, FindResource } from '#kernel/declaration/resource.ts';
import { childListsOf, resourceOfChildList } from '#kernel/resource/child-lists-of-resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Locale } from '#kernel/text/text.ts';
import { Refused, refuse } from '#server/refusal.ts';
import { explainDatabaseError } from '../statement/explain-database-error.ts';

/**
 * Turns a database error in the table of a child list into a refusal at the field of that list, because the error does
 * not say which row is wrong. Undefined: it is another error.
 */
export function explainDatabaseErrorAtChildList(
  error: unknown,
  resource: AnyResource,
  find: FindResource,
  locale: Locale,
  operation: string,
): unknown {
  const { code, table } = error as { code?: string; table?: string };
  if (!code || !table || table === tableOf(resource)) return undefined;
  const list = findByTable(resource, table, find);
  if (!list) return undefined;
  if (code === '23503' && operation !== 'add') return refuse('referenced', 'referenced');
  const explained = explainDatabaseError(error, list.child, locale, operation);
  if (!(explained instanceof Refused)) return undefined;
  const { reason, errors } = explained.data as { reason?: string; errors?: Record<string, readonly string[]> };
  const messages = Object.values(errors ?? {}).flat();
  return new Refused(explained.text, {
    values: explained.values,
    data: {
      reason: reason ?? 'invalid',
      errors: { [list.field]: messages.length > 0 ? messages : [explained.messageIn(locale)] },
    },
  });
}

/** The child resource with this table, and the field of its list. */
function findByTable(
  resource: AnyResource,
  table: string,
  find: FindResource,
): { child: AnyResource; field: string } | undefined {
  for (const [field, one] of childListsOf(resource)) {
    const child = resourceOfChildList(one, find);
    if (tableOf(child) === table) return { child, field };
    const inner = findByTable(child, table, find);
    if (inner) return { child: inner.child, field };
  }
  return undefined;
}
