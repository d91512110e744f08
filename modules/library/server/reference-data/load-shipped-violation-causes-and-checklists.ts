import type { AnyResource } from '#kernel/declaration/resource.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { systemCaller } from '#server/caller.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { whereInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import { moveRows } from '#server/write/row-set/make-lifecycle-move-on-many-rows-at-once.ts';
import { write } from '#server/write/write-pipeline.ts';
import { violationCause } from '../../contract/cause/violation-cause.ts';
import { checkItem } from '../../contract/check-item/check-item.ts';
import { checklist } from '../../contract/checklist/checklist.ts';
import { law } from '../../contract/law/law.ts';
import {
  legalBasisOf,
  type ShippedCheckItem,
  type ShippedChecklist,
} from './shipped-check-item-and-checklist-types.ts';
import { shippedChecklists } from './shipped-checklists.ts';
import { shippedViolationCausesOfCultureVenuesAndMedia } from './shipped-violation-causes-of-culture-venues-and-media.ts';
import { shippedViolationCausesOfGuidesScenicSpotsAndOutboundTours } from './shipped-violation-causes-of-guides-scenic-spots-and-outbound-tours.ts';
import { shippedViolationCausesOfTravelAgencies } from './shipped-violation-causes-of-travel-agencies.ts';
import {
  type CitedArticle,
  type ShippedFine,
  type ShippedViolationCause,
  type Statute,
  statutes,
} from './statutes-and-shipped-violation-cause-types.ts';

export const shippedViolationCauses: readonly ShippedViolationCause[] = [
  ...shippedViolationCausesOfTravelAgencies,
  ...shippedViolationCausesOfGuidesScenicSpotsAndOutboundTours,
  ...shippedViolationCausesOfCultureVenuesAndMedia,
];

interface ShippedItem extends ShippedCheckItem {
  readonly kinds: ShippedChecklist['kinds'];
}

const shippedItems: readonly ShippedItem[] = shippedChecklists.flatMap(({ items, kinds }) =>
  items.map((one) => ({ ...one, kinds })),
);

type Codes = ReadonlySet<string>;

interface Present {
  readonly causes: Codes;
  readonly items: Codes;
  readonly checklists: Codes;
}

/** The codes that are stored, in any version and state. */
async function readPresent({ row }: Pick<Transaction, 'row'>): Promise<Present> {
  const found = await row<Record<keyof Present, string[] | null>>(sql`select
    (select array_agg(distinct code) from library_cause) as causes,
    (select array_agg(distinct code) from library_check_item) as items,
    (select array_agg(distinct code) from library_checklist) as checklists`);
  const codes = (list: readonly string[] | null | undefined) => new Set(list ?? []);
  return { causes: codes(found?.causes), items: codes(found?.items), checklists: codes(found?.checklists) };
}

const missing = <T extends { readonly code: string }>(rows: readonly T[], present: Codes): T[] =>
  rows.filter(({ code }) => !present.has(code));

/**
 * Adds the causes, check items and checklists shipped with the product, published as version 1. A code that is there in
 * any version stays as the bureau keeps it, so that an upgrade adds what is new and overwrites nothing.
 */
export async function loadShippedViolationCausesAndChecklists(engine: Engine): Promise<void> {
  const isComplete = ({ causes, items, checklists }: Present) =>
    missing(shippedViolationCauses, causes).length + missing(shippedItems, items).length === 0 &&
    missing(shippedChecklists, checklists).length === 0;
  if (isComplete(await readPresent(engine.db))) return;
  await engine.db.transaction(async (tx) => {
    // of several processes that start at once, one adds them
    await tx.query('lock table library_cause, library_check_item, library_checklist in share row exclusive mode');
    const present = await readPresent(tx);
    const articles = await readArticles(tx);
    await addCauses(engine, tx, missing(shippedViolationCauses, present.causes), articles);
    await addItems(engine, tx, missing(shippedItems, present.items), articles);
    await addChecklists(engine, tx, missing(shippedChecklists, present.checklists));
  });
}

/** The articles of the statutes in force, and since when each statute is. */
interface StatutesInForce {
  articleOf(statute: Statute, number: number): number | undefined;
  /** The first day on which the version in force of a statute is. */
  sinceOf(statute: Statute): string | undefined;
}

async function readArticles(tx: Transaction): Promise<StatutesInForce> {
  const rows = await tx.rows<{ title: string; since: string; number: number | null; id: number | null }>(sql`
    select t.title, t.effective_from::text as since, a.number, a.id from library_law t
    left join library_article a on a.law_id = t.id and a.inserted = 0
    where t.title = any(${Object.values(statutes)}::text[]) and ${whereInForceOn(law, shanghaiToday())}`);
  const articles = new Map(rows.map(({ title, number, id }) => [`${title} ${number}`, id ?? undefined]));
  const days = new Map(rows.map(({ title, since }) => [title, since]));
  return {
    articleOf: (statute, number) => articles.get(`${statutes[statute]} ${number}`),
    sinceOf: (statute) => days.get(statutes[statute]),
  };
}

/** Publishes rows that were added in this transaction. */
async function publishAdded(engine: Engine, tx: Transaction, resource: AnyResource, ids: readonly number[]) {
  if (ids.length === 0) return;
  const where = sql`t.id = any(${ids}::bigint[])`;
  for (const move of ['review', 'publish'])
    await moveRows(engine, resource, systemCaller(), { move: move as never, where }, tx);
}

async function add(engine: Engine, tx: Transaction, resource: AnyResource, input: object): Promise<number> {
  const order = { operation: 'add', unread: true, input: input as Record<string, unknown> } as const;
  return (await write(engine, resource, systemCaller(), order, tx)).id;
}

const yuan = (amount: number): string => amount.toFixed(2);

const rowOfFine = ({ subject, base, act, from, below, fixedFine: fine, multiple, optional }: ShippedFine) => ({
  subject,
  base,
  act,
  ...(from === undefined ? {} : { amount_from: yuan(from) }),
  ...(below === undefined ? {} : { amount_below: yuan(below) }),
  ...(fine && { fine_min: yuan(fine[0]), fine_max: yuan(fine[1]) }),
  ...(multiple && { multiple_min: multiple[0], multiple_max: multiple[1] }),
  optional: optional ? '1' : '0',
});

/** Rows citing those articles that are in the library. */
const citationsOf = (cited: readonly CitedArticle[], { articleOf }: StatutesInForce) =>
  cited.flatMap(({ statute, number, role, paragraph }) => {
    const article_id = articleOf(statute, number);
    return article_id === undefined ? [] : [{ role, article_id, paragraph }];
  });

/**
 * A cause is in force from the day of the statute that provides its penalty, so that a violation before the product was
 * installed can be cited; where that statute is not in the library, from today.
 */
async function addCauses(
  engine: Engine,
  tx: Transaction,
  rows: readonly ShippedViolationCause[],
  inForce: StatutesInForce,
) {
  const ids: number[] = [];
  for (const { code, name, english, domain, subject, basis, articles, kinds, fines, text, simple } of rows) {
    const statute = articles.find(({ role }) => role === 'penalty')?.statute;
    const input = {
      code,
      name,
      name_en: english,
      domain,
      subject,
      basis,
      penalty_kinds: kinds,
      penalty_text: text,
      prescription_years: '2',
      simple_allowed: simple ? '1' : '0',
      hearing: kinds.some((kind) => heard.has(kind)) ? '1' : '0',
      first_offence_exempt: '0',
      effective_from: (statute && inForce.sinceOf(statute)) ?? shanghaiToday(),
      articles: citationsOf(articles, inForce),
      penalties: fines.map(rowOfFine),
    };
    ids.push(await add(engine, tx, violationCause, input));
  }
  await publishAdded(engine, tx, violationCause, ids);
}

/** Penalties before which a party may ask for a hearing, whatever the amount (行政处罚法 Art. 63). */
const heard: ReadonlySet<string> = new Set(['suspend_business', 'revoke', 'revoke_card']);

/** The versions in force with these codes, by code. */
async function idsByCode(
  tx: Transaction,
  resource: AnyResource,
  codes: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ code: string; id: number }>(sql`select t.code, t.id from ${sql.id(tableOf(resource))} t
    where t.code = any(${codes}::text[]) and t.status = 'published' and ${whereInForceOn(resource, shanghaiToday())}`);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** Check items are used from the day they are loaded: checks are not made in the past. */
async function addItems(engine: Engine, tx: Transaction, rows: readonly ShippedItem[], inForce: StatutesInForce) {
  const causes = await idsByCode(
    tx,
    violationCause,
    rows.flatMap(({ cause: code }) => code ?? []),
  );
  const ids: number[] = [];
  for (const { code, name, english, kinds, severity, photo, articles = [], cause: of } of rows) {
    const numbers = articles.flatMap(([statute, from, to = from]) =>
      Array.from({ length: to - from + 1 }, (_, at) => ({ statute, number: from + at, role: 'breach' }) as const),
    );
    const input = {
      code,
      name,
      name_en: english,
      kinds,
      category: 'general',
      basis: articles.length > 0 ? legalBasisOf(articles) : null,
      content: name,
      methods: ['on_site'],
      evidence: photo ? 'photo' : 'none',
      answer_kind: 'yes_no_na',
      severity: String(severity),
      failure_step: 'correct',
      cause_id: (of === undefined ? undefined : causes.get(of)) ?? null,
      effective_from: shanghaiToday(),
      articles: citationsOf(numbers, inForce).map(({ article_id }) => ({ article_id })),
    };
    ids.push(await add(engine, tx, checkItem, input));
  }
  await publishAdded(engine, tx, checkItem, ids);
}

async function addChecklists(engine: Engine, tx: Transaction, rows: readonly ShippedChecklist[]) {
  const items = await idsByCode(
    tx,
    checkItem,
    shippedItems.map(({ code }) => code),
  );
  const ids: number[] = [];
  for (const { code, name, english, kinds, items: listed } of rows) {
    const input = {
      code,
      name,
      name_en: english,
      kinds,
      effective_from: shanghaiToday(),
      items: listed.flatMap((one) => {
        const item_id = items.get(one.code);
        return item_id === undefined ? [] : [{ item_id }];
      }),
    };
    ids.push(await add(engine, tx, checklist, input));
  }
  await publishAdded(engine, tx, checklist, ids);
}
