import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { referringValue, rowsReferringTo } from '#kernel/resource/reference-fields-pointing-to-resource.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { mayList } from '#server/read/row/may-caller-list-rows-of-resource.ts';
import { withFieldsVisibleToCaller } from '#server/read/scope/declaration-with-fields-visible-to-caller.ts';
import { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';

/** Rows of one resource that refer to a row; `rows` are the first of them. */
interface Use {
  readonly resource: string;
  readonly label: string;
  readonly n: number;
  readonly rows: readonly { readonly id: number; readonly title: string }[];
}

const mostNamed = 5;
const mostResources = 8;

/**
 * Throws a refusal again. If a deletion was refused because other rows refer to the row, lists these rows in
 * `data.uses`, as far as the caller may list them and as the caller sees them. Called only after a refusal.
 */
export async function addReferringRowsToDeletionRefusal(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  id: number | undefined,
  error: unknown,
): Promise<never> {
  const data = error instanceof Refused ? (error.data as { reason?: string } | null) : null;
  if (!(error instanceof Refused) || data?.reason !== 'referenced' || id === undefined) throw error;
  const uses: Use[] = [];
  for (const { other, field, label } of rowsReferringTo(resource, engine.resources)) {
    if (uses.length >= mostResources) break;
    const visible = withFieldsVisibleToCaller(other, caller, engine.find);
    const own = visible.fields[field];
    const use =
      own && own.filter !== false && own.privacy !== 'hidden' && mayList(other, caller)
        ? await readUse(engine, visible, own, caller, { resource, id, field, label })
        : undefined;
    if (use) uses.push(use);
  }
  throw new Refused(error.text, { code: error.code, values: error.values, data: { ...data, uses } });
}

interface UsedRow {
  readonly resource: AnyResource;
  readonly id: number;
  readonly field: string;
  readonly label: Text;
}

async function readUse(
  engine: Engine,
  other: AnyResource,
  own: AnyField,
  caller: Caller,
  { resource, id, field, label }: UsedRow,
): Promise<Use | undefined> {
  const [operator] = kindOf(own).operators; // the operator for one referenced row, or for a list of them
  if (!operator) return undefined;
  const { list, total } = await readListPage(
    engine,
    other,
    caller,
    {
      page: 1,
      limit: mostNamed,
      quickSearch: '',
      order: { field: 'id', direction: 'desc' },
      conditions: [{ field, operator, value: String(referringValue(own, resource, id)) }],
    },
    'option',
  );
  const rows = JSON.parse(decodeByteString(list)) as Record<string, unknown>[];
  if (rows.length === 0) return undefined;
  return {
    resource: other.name,
    label: label[caller.locale],
    n: total,
    rows: rows.map((row) => ({
      id: Number(row.id),
      title: String(row._heading ?? row[other.title] ?? '') || `#${String(row.id)}`,
    })),
  };
}
