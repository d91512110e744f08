import type { AnyField } from '#kernel/declaration/field.ts';
import { parseRowReference } from '#kernel/kind/linked/one-of-reference.ts';
import { findDocument, type OfficialDocument } from '#kernel/module/official-document.ts';
import { numberingRuleOfAuthority } from '#kernel/module/official-document-number.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { joinList, text } from '#kernel/text/text.ts';
import { shanghaiDateOf, shanghaiToday, toShanghaiDate, toTime } from '#kernel/time/shanghai-time.ts';
import { department } from '#modules/identity/contract/department.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { randomCheckCode } from '#server/pdf/random-check-code-of-printed-document.ts';
import { readRow } from '#server/read/row/read-one-row-as-json.ts';
import { Refused } from '#server/refusal.ts';
import { nextNumberExpression } from '#server/write/field/next-record-number-sql.ts';
import { checkFields } from '#server/write/field/validate-input-by-field-declarations.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { document } from '../contract/document.ts';
import { documentIssuingSettings } from '../contract/document-issuing-settings.ts';
import { missingSettingsToIssueDocuments } from '../contract/settings-required-to-issue-documents.ts';
import { deliverDocument, endDelivery } from './deliver-document-and-record-receipt.ts';
import { type DocumentValues, maskDocumentContent } from './format-and-mask-printed-document-values.ts';
import { authorityName, readDocumentHashes } from './render-and-store-document.ts';
import { validateDocumentDraftValues } from './validate-document-draft-values.ts';

const texts = {
  unknown: text('没有这种文书', 'There is no such document type'),
  notAbout: text('这种文书不用于这类记录', 'This document type is not used for this kind of record'),
  open: text('内容尚未填全：{names}', 'Not yet filled in: {names}'),
  future: text('送达日期不能晚于今天', 'The date of service cannot be later than today'),
  title: text(
    '标题须以文书种类结尾，如“{kind}”或“关于……的{kind}”',
    'The title must end with the document type, e.g. “{kind}” or “关于……的{kind}”',
  ),
  unset: text(
    '尚未设置{names}，不能制发文书：请管理员在“系统设置”中填写',
    'No document can be issued while {names} is not set. Ask an administrator to fill it in under Settings',
  ),
  early: text('送达日期不能早于制发日期', 'The date of service cannot be earlier than the date of issue'),
};

/** Table columns that are not fields. */
interface Apart {
  data: string;
  template_id: number | null;
  admin_id: number | null;
  authority: string | null;
}

export const documentWriteHooks: WriteHooks<typeof document, Apart> = {
  async add(context) {
    const one = findDocument(String(context.values.code));
    if (one) settleTitle(context, one);
    if (!one) context.fail('code', texts.unknown);
    else if (context.values.data === undefined) await beginDraft(context, one);
    else {
      const checked = validateDocumentDraftValues(
        one,
        JSON.parse(context.values.data) as DocumentValues,
        context.caller.locale,
      );
      context.values.data = JSON.stringify(checked);
      context.values.content = maskDocumentContent(one, checked);
    }
    context.values.check_code = randomCheckCode();
    context.values.admin_id ??= context.caller.type === 'admin' ? context.caller.id : null;
  },
  edit(context) {
    const one = findDocument(context.before.code);
    if (one && context.values.title !== undefined) settleTitle(context, one);
  },
  moves: {
    async approve(context) {
      const one = findDocument(context.before.code);
      if (!one) return context.fail('code', texts.unknown);
      const { errors } = checkFields(
        one.fields,
        await readValues(context.tx, context.before.id),
        context.caller.locale,
      );
      const names = Object.keys(errors).map((name) => one.fields[name]?.label[context.caller.locale] ?? name);
      if (names.length > 0) context.fail('content', texts.open, { names: names.join('、') });
    },
    async issue(context) {
      const { engine, tx, before, caller } = context;
      const one = findDocument(before.code);
      if (!one) return context.fail('code', texts.unknown);
      const missing = missingSettingsToIssueDocuments(engine.settings);
      if (missing.length > 0)
        throw new Refused(texts.unset, {
          values: {
            names: joinList(
              missing.map(({ label }) => `“${label[caller.locale]}”`),
              caller.locale,
            ),
          },
          data: { reason: 'not_ready' },
        });
      const now = new Date().toISOString();
      const inForce = await tx.row<{ id: number; number_rule: string | null }>(
        sql`select id, number_rule from document_template where code = ${before.code} and status = 'active'`,
      );
      context.values.template_id = inForce?.id ?? null;
      context.values.authority = authorityName(engine);
      context.values.issued_at = Math.floor(toTime(now) / 1000);
      const rule = numberingRuleOfAuthority(
        inForce?.number_rule ?? one.number,
        await authorityCode(engine, tx, caller.departments),
      );
      context.compute('number', nextNumberExpression(rule, { rule }, toShanghaiDate(now)));
    },
    async deliver(context) {
      await deliverDocument(context);
      await enterHashes(context);
    },
    revoke: endDelivery,
    async serve(context) {
      await endDelivery(context);
      const { served_on } = context.input;
      const issued = context.before.issued_at;
      if (served_on > shanghaiToday()) context.fail('served_on', texts.future);
      else if (issued !== null && served_on < shanghaiDateOf(issued)) context.fail('served_on', texts.early);
      await enterHashes(context);
    },
  },
};

/** Enters in the evidence chain which files the party was given: another file would have another hash. */
async function enterHashes({ tx, before, enterInChain }: ChangeContext<typeof document>): Promise<void> {
  const rendered = await readDocumentHashes(tx, before.id);
  if (Object.keys(rendered).length > 0) enterInChain({ rendered });
}

/** Sets the title: the document type, or a title ending with it. */
function settleTitle(
  { values, fail }: Pick<WriteContext<typeof document, Apart>, 'values' | 'fail'>,
  { label: { 'zh-cn': kind } }: OfficialDocument,
): void {
  const title = values.title ?? kind;
  values.title = title;
  if (!title.endsWith(kind)) fail('title', texts.title, { kind });
}

/** Gives a draft the area of the record it is about, and fills in values from that record. */
async function beginDraft(
  { engine, caller, values, input, fail }: WriteContext<typeof document, Apart>,
  one: OfficialDocument,
) {
  const about = parseRowReference((input as { about?: unknown }).about);
  const resource = about && engine.find(about.to);
  if (!about || !resource) return;
  if (!Object.hasOwn(one.about ?? {}, resource.name)) return fail('about', texts.notAbout);
  const row = await readRow(engine, resource, caller, about.id);
  const filled = Object.fromEntries(
    Object.entries(one.fills?.[resource.name] ?? {}).flatMap(([name, from]) =>
      from && row[from] !== null ? [[name, row[from]]] : [],
    ),
  );
  const usual = Object.fromEntries(
    Object.entries<AnyField>(one.fields).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial]],
    ),
  );
  const checked = validateDocumentDraftValues(one, { ...usual, ...filled }, caller.locale);
  values.data = JSON.stringify(checked);
  values.content = maskDocumentContent(one, checked);
  if (typeof row.area_code === 'string') values.area_code = row.area_code;
}

/** The values of a document, from its `data` column. */
async function readValues(db: Queryable, id: number): Promise<Record<string, unknown>> {
  return (await db.row<{ data: Record<string, unknown> }>(sql`select data from document where id = ${id}`))?.data ?? {};
}

/** The authority code of the officer's nearest department that has one, else the platform's. */
async function authorityCode(engine: Engine, db: Queryable, departments: readonly number[]): Promise<string> {
  const row = await db.row<{
    short_code: string;
  }>(sql`select d.short_code from unnest(${departments}::bigint[]) with ordinality o(id, place)
    join ${sql.id(tableOf(department))} d on d.id = o.id where coalesce(d.short_code, '') <> '' order by o.place limit 1`);
  return row?.short_code ?? engine.settings(documentIssuingSettings).authority_code;
}
