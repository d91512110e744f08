import { createHash } from 'node:crypto';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

/** A document printed from a record, stored for later verification. Contains no personal data. */
export interface PrintedDocument {
  /** Printed on the document, and entered on the verification page. */
  readonly code: string;
  /** Title of the document. */
  readonly title: Text;
  /** Facts printed on it that may be shown to its holder, in order. */
  readonly facts: readonly { readonly label: Text; readonly value: string | Text }[];
  /** The issuing office; officers are not named. */
  readonly made_by: Text;
  readonly authority: string;
  readonly bytes: Uint8Array;
  /** The row it is about, and the columns it depends on: the print is outdated once one of them changes. */
  readonly of?: { readonly resource: AnyResource; readonly id: number; readonly watches: readonly string[] };
}

/** Stores a print before the document is sent. */
export async function storePrintedDocument(db: Queryable, { of, bytes, ...print }: PrintedDocument): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const row = of
    ? sql`(select ${stoodOf(of)} as stood, ${statusOf(of)} as status from ${rowOf(of)}) t`
    : sql`(select null::jsonb as stood, null::text as status) t`;
  const { code, title, facts, made_by, authority } = print;
  await db.query(sql`
    insert into paper_print (code, title, facts, made_by, authority, of_resource, of_id, stood, status, sha256)
    select ${code}, ${JSON.stringify(title)}::jsonb, ${JSON.stringify(facts)}::jsonb, ${JSON.stringify(made_by)}::jsonb, ${authority},
      ${of?.resource.name ?? null}, ${of?.id ?? null}::bigint, t.stood, t.status, ${sha256} from ${row}`);
}

type Of = NonNullable<PrintedDocument['of']>;

const stoodOf = ({ watches }: Pick<Of, 'watches'>): Sql =>
  sql`jsonb_build_object(${sql.join(watches.flatMap((one) => [sql`${one}::text`, sql.id('t', one)]))})`;
const statusOf = ({ resource }: Pick<Of, 'resource'>): Sql => (resource.life ? sql.id('t', 'status') : sql`null::text`);
const rowOf = ({ resource, id }: Pick<Of, 'resource' | 'id'>): Sql =>
  sql`${sql.id(tableOf(resource))} t where t.id = ${id}`;

/** A stored print. */
export interface StoredPrintedDocument extends Pick<PrintedDocument, 'title' | 'facts' | 'made_by' | 'authority'> {
  readonly sha256: string;
  /** Unix seconds. */
  readonly made_at: number;
  /** Whether the row has changed or is gone; null for prints without a row, which state a moment. */
  readonly changed: boolean | null;
  /** State of the row then and now. */
  readonly states: { readonly resource: string; readonly before: string; readonly now: string | null } | null;
}

/** Finds a print by its code, compared with the present record. */
export async function findPrintedDocumentByCode(
  { db, find }: Pick<Engine, 'db' | 'find'>,
  code: string,
): Promise<StoredPrintedDocument | undefined> {
  interface PrintRow extends Omit<StoredPrintedDocument, 'changed' | 'states'> {
    readonly of_resource: string | null;
    readonly of_id: number;
    readonly stood: Readonly<Record<string, unknown>>;
    readonly status: string | null;
    readonly [column: string]: unknown;
  }
  const stored = await db.row<PrintRow>(sql`
    select title, facts, made_by, authority, of_resource, of_id, stood, status, sha256, floor(extract(epoch from made_at))::float8 as made_at
    from paper_print where code = ${code}`);
  if (!stored) return undefined;
  const { of_resource, of_id, stood, status, ...print } = stored;
  if (of_resource === null) return { ...print, changed: null, states: null };
  const resource = find(of_resource);
  // a resource that this installation no longer has
  if (!resource) return { ...print, changed: true, states: null };
  const of = { resource, id: of_id, watches: Object.keys(stood) };
  const now = await db.row<{ same: boolean; status: string | null }>(sql`
    select ${stoodOf(of)} = ${JSON.stringify(stood)}::jsonb as same, ${statusOf(of)} as status from ${rowOf(of)}`);
  return {
    ...print,
    changed: !now?.same,
    states: status === null ? null : { resource: of_resource, before: status, now: now?.status ?? null },
  };
}
