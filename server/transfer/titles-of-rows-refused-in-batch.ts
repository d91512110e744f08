import type { AnyResource } from '#kernel/declaration/resource.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import type { Refusal } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { headingColumnName } from '#server/read/field/row-heading-and-subtitle-sql.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import type { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';

/** A row refused in a batch, with its title and the reason. */
export interface RefusedBatchRow {
  readonly id: number;
  readonly title: string;
  /** Its number, if that is not the title. */
  readonly number?: string;
  readonly msg: string;
  /** The reasons by field, if several fields are wrong. */
  readonly details?: string;
  readonly reason?: string;
}

/** Maximum number of rows listed by name; further ones by key. */
const maxNamed = 200;

/** The refused rows with their titles and numbers as the caller sees them, read in one query. */
export async function readTitlesAndReasonsOfRefusedRows(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  rows: readonly { readonly id: number }[],
  refusals: readonly (Refused | undefined)[],
): Promise<RefusedBatchRow[]> {
  const refused = rows.flatMap(({ id }, place) => {
    const error = refusals[place];
    return error ? [{ id, error }] : [];
  });
  if (refused.length === 0) return [];
  const titles = await titlesOf(
    engine,
    resource,
    caller,
    refused.slice(0, maxNamed).map(({ id }) => id),
  );
  return refused.map(({ id, error }) => {
    const { reason, errors = {} } = (error.data ?? {}) as Refusal;
    const details = Object.keys(errors).length > 1 ? detailsOf(resource, errors, caller.locale) : undefined;
    return {
      ...(titles.get(id) ?? { title: `#${id}` }),
      id,
      msg: error.messageIn(caller.locale),
      ...(details ? { details } : {}),
      ...(reason ? { reason } : {}),
    };
  });
}

/** The errors of each field with its label. */
function detailsOf(resource: AnyResource, errors: NonNullable<Refusal['errors']>, locale: Locale): string {
  const { after, between } = joints;
  return Object.entries(errors)
    .map(([name, why]) => {
      const label = resource.fields[name]?.label[locale];
      return `${label ? label + after[locale] : ''}${why.join(between[locale])}`;
    })
    .join(between[locale]);
}

const joints = { after: text('：', ': '), between: text('；', '; ') };

async function titlesOf(
  engine: Engine,
  resource: AnyResource,
  caller: Caller,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Pick<RefusedBatchRow, 'title' | 'number'>>> {
  const { list } = await readListPage(
    engine,
    resource,
    caller,
    {
      page: 1,
      limit: ids.length,
      quickSearch: '',
      conditions: [],
      uncounted: true,
      order: { field: 'id', direction: 'asc' },
      initial: { field: 'id', values: ids.map(String) },
    },
    'option',
  );
  return new Map(
    (JSON.parse(decodeByteString(list)) as Record<string, unknown>[]).map((row) => {
      const title = String(row[resource.title] ?? '');
      const heading = row[headingColumnName];
      return [Number(row.id), typeof heading === 'string' ? { title: heading, number: title } : { title }];
    }),
  );
}
