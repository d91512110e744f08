import type { Fields, FieldValues } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { formatRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import type { OfficialDocument } from '#kernel/module/official-document.ts';

/** The record a document is drafted about, and the values to fill in. */
export interface DraftSubject<F extends Fields> {
  /** The resource (one of the document's `about`) and the row. The document takes the row's area. */
  readonly about: AnyResource;
  readonly row: { readonly id: number; readonly area_code: string } & object;
  /** In wire form. An officer fills in missing values before the draft is approved. */
  readonly values: Partial<FieldValues<F>>;
  /** Default: the name of the document. */
  readonly title?: string;
}

/**
 * Builds the write by which another module drafts a document within its own transaction: `await write(engine, document,
 * onBehalfOf(caller), buildDraftDocumentWrite(decision, { about: enterprise, row, values }), tx)`. The draft has no
 * number: the move `issue` assigns one and returns it in the row. Throws if the document is not about such rows.
 */
export function buildDraftDocumentWrite<F extends Fields>(
  one: OfficialDocument<F>,
  { about, row, values, title = one.label['zh-cn'] }: DraftSubject<F>,
) {
  if (!Object.hasOwn(one.about ?? {}, about.name)) throw new Error(`${one.name} is not about ${about.name}`);
  return {
    operation: 'add',
    input: { title: title.slice(0, 120), code: one.name, area_code: row.area_code },
    set: {
      data: JSON.stringify(values),
      about: formatRowReference(about.name, row.id),
    },
  } as const;
}
