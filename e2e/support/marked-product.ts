import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { resources } from '#modules/registry.ts';
import { findRunningPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { openDatabase, type Session } from '#server/db/open-database.ts';
import { type Product, startProduct } from '../../test/support/start-product.ts';
import { waitForSubscribers } from '../../test/support/wait-for-subscribers.ts';

/** Tables of rows the product ships, which are shown in the language of the page, like labels. */
const shipped: ReadonlySet<string> = new Set([
  'auth_menu',
  'user_rule',
  'auth_group',
  'user_group',
  'system_area',
  'system_calendar',
  'system_time_rule',
  'system_word',
  'message_template',
  'message_reply',
  'security_data_recycle',
  'security_sensitive_data',
]);

/** Personal content that is not typed directly: copies of names and places, and text in parts of a row. */
const copies: ReadonlySet<string> = new Set([
  'api_application.document_no',
  'article_receipt.reader',
  'history.actor_name',
  'history.note',
  'history.changes',
  'event.payload',
  'chain_entry.payload',
  'move_evidence.signatures',
  'system_setting.value',
  'enforcement_capture.source',
  'enforcement_capture.plate',
  'enforcement_capture.spot',
  'enforcement_entry.place',
  'enforcement_draw_seed.opened',
  'enforcement_expert_draw_seed.opened',
  'enforcement_plan.filed_with',
  'enforcement_check.team',
  'enforcement_check.item_names',
  'enforcement_check.party_name',
  'enforcement_check.party_post',
  'enforcement_check.summary',
  'enforcement_check_answer.note',
  'enforcement_check_signature.name',
  'document.number',
  'document.content',
  'document.data',
  'document.authority',
  'number_counter.rule',
  'enterprise.pending',
  'enterprise.audit_remark',
  'crew_guide.decision_no',
  'insurance_coverage.name',
  // statutes are in Chinese, as the law is
  'library_article.article_no',
  'message_notice.row_title',
  // the office writes to complainants in their language, and parties answer in theirs
  'complaint.shown_name',
  'complaint.material_wanted',
  'complaint.supplement',
  'complaint.transferred_to',
  'complaint.appraisal',
  'complaint.answer',
  'complaint.agreement',
  'complaint.result',
  'complaint.new_facts',
  'credit_guide_score.name',
  'credit_score.name',
  'credit_formula.title',
  'credit_formula_rule.basis',
  'credit_event.basis',
  'credit_guide_event.basis',
  'credit_listing.name',
  'credit_listing.person_name',
  'credit_listing.statement',
  'credit_listing.opinion',
  'credit_listing.notice_no',
  'credit_listing.decision_no',
  'credit_event.objection',
  'credit_event.decision',
  'credit_repair.opinion',
  'credit_repair.decision_no',
  'evaluation.remark',
  'incident.first_response',
  'incident.onward_way',
  'incident.commander',
  'incident.commander_phone',
  'incident.grade_reason',
  'incident.cause',
  'incident.outcome',
  'incident.lessons',
  'incident_instruction.addressed_to',
  'incident_instruction.acknowledged_by',
  'incident_instruction.result',
  'opinion_alert.raised_for',
  'opinion_alert.raised_for_en',
  'opinion_alert.finding_note',
  'opinion_alert.response_text',
  'opinion_alert.responded_via',
  'opinion_alert.result',
  'message_sms.content',
  'message_sms.row_title',
  'reform_order.notice_no',
  'reform_order.officer_names',
  'reform_order.received_by',
  'reform_order.extension_reason',
  'reform_order.statement',
  'rental_order.agency',
  'rental_order.route',
  'rental_order.remark',
  'rental_quote.firm',
  'rental_quote.plate',
  'rental_quote.words',
  'reward_check.evidence',
  'reward_record.given_by',
  'risk_score.name',
  'risk_score.override_reason',
  'search_name.name',
  'travel_product.review_note',
  'travel_itinerary.route',
  'travel_assigned_guide.name',
  'travel_assigned_vehicle.plate',
  'travel_road_note.stop_name',
  'travel_unfiled_coach.plate',
  'travel_unfiled_coach.spot',
]);

/** Texts the product itself composes and stores. Only the names in them are personal content. */
const composed: ReadonlySet<string> = new Set([
  'complaint.refusal_article',
  'complaint.refusal_article_en',
  'credit_event.title',
  'credit_event.title_en',
  'credit_guide_event.title',
  'credit_guide_event.title_en',
  'scenic_capacity.calculation',
  'scenic_capacity.calculation_en',
  'travel_finding.summary',
  'travel_finding.summary_en',
  'travel_finding.article',
  'travel_finding.article_en',
  'travel_unfiled_coach.summary',
  'travel_unfiled_coach.summary_en',
  'travel_unfiled_coach.article',
  'travel_unfiled_coach.article_en',
  'travel_threshold.name',
  'travel_threshold.name_en',
  'deadline.article',
  'deadline.article_en',
  'deadline.rule_name',
  'deadline.rule_name_en',
  'auth_admin_log.title',
  'auth_admin_log.title_en',
  'message_notice.label',
  'message_notice.content',
  'message_notice.content_en',
]);

/** The code on the door of an enterprise, which opens its page (`/enterprise/s/<code>`). */
export const publicCode = 'a'.repeat(32);

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: 'text' | 'jsonb';
}

const han = '[一-龥]';

/**
 * A separate product in which everything that people typed in Chinese is transliterated, letter by letter, into Hangul,
 * which the product itself never uses. Any Chinese on a page is therefore a text of the product: no exceptions are needed
 * that could hide one as somebody's name. `name` tells several of one run apart.
 */
export async function startMarkedProduct(name: string): Promise<Product> {
  const spare = inject('spare');
  const dataDir = `${spare}-${name}`;
  await promisify(execFile)('cp', ['-a', spare, dataDir]);
  const product = await startProduct({ dataDir, env: { DEMO: '1' } });
  const address = findRunningPostgres(path.join(product.dataDir, 'postgres'));
  if (!address) throw new Error('no database runs');
  const db = await openDatabase({ ...address, max: 1 });
  try {
    // what the product still composes in the background of the copied data would be written afterwards, unmarked
    await waitForSubscribers(db);
    await db.session(markTyped);
    const open = `select id from enterprise where status = 'active' order by id limit 1`;
    await db.query(`update enterprise set sup_code = '${publicCode}' where id = (${open})`);
  } finally {
    await db.close();
  }
  return product;
}

async function markTyped(db: Session): Promise<void> {
  const typed = typedColumns();
  const isMarked = ({ table, name }: Column) => typed.has(`${table}.${name}`) || copies.has(`${table}.${name}`);
  const columns = (await columnsOf(db)).filter(({ table }) => !shipped.has(table));
  const found = new Map<string, { columns: Column[]; values: Set<string> }>();
  const unknown: string[] = [];
  for (const column of columns) {
    const rows = await db.rows<{ value: string }>(
      `select distinct "${column.name}"::text as value from "${column.table}" where "${column.name}"::text ~ '${han}'`,
    );
    if (rows.length === 0) continue;
    const name = `${column.table}.${column.name}`;
    if (!isMarked(column)) {
      if (!composed.has(name)) unknown.push(`${name}: ${rows[0]?.value.slice(0, 40)}`);
      continue;
    }
    const existing = found.get(column.table) ?? { columns: [], values: new Set() };
    existing.columns.push(column);
    for (const { value } of rows) existing.values.add(value);
    found.set(column.table, existing);
  }
  if (unknown.length > 0)
    throw new Error(
      `Chinese stands in columns of which it is not said whether people type it (e2e/support/marked-product.ts):\n${unknown.join('\n')}`,
    );
  const values = [...found.values()].flatMap((one) => [...one.values]);
  const letters = [...new Set(values.join('').match(new RegExp(han, 'g')))];
  const from = letters.join('');
  const to = letters.map((_, at) => String.fromCodePoint(0xac00 + at)).join('');
  await markLaterWrites(db, columns.filter(isMarked), from, to);
  // without entries in history and figures
  await db.query('set session_replication_role = replica');
  for (const [table, { columns: marked }] of found) {
    const sets = marked.map(({ name, type }) => `"${name}" = translate("${name}"::text, $1, $2)::${type}`);
    const where = marked.map(({ name }) => `"${name}"::text ~ '${han}'`);
    await db.query(`update "${table}" set ${sets.join(', ')} where ${where.join(' or ')}`, [from, to]);
  }
  const stands = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  for (const name of composed) if (stands.has(name)) await markNames(db, name, values, (one) => mark(one, from, to));
}

/**
 * Triggers that mark what is stored while pages are read: a cron job may send messages at any hour. Letters that nobody
 * had typed before become one and the same letter.
 */
async function markLaterWrites(db: Session, columns: readonly Column[], from: string, to: string): Promise<void> {
  await db.query(`create function mark_typed(value text) returns text language sql immutable
    return regexp_replace(translate(value, '${from}', '${to}'), '${han}', '가', 'g')`);
  for (const table of new Set(columns.map((one) => one.table))) {
    const marked = columns.filter((one) => one.table === table);
    const sets = marked.map(({ name, type }) => `new."${name}" := mark_typed(new."${name}"::text)::${type};`);
    await db.query(`create function "mark_${table}"() returns trigger language plpgsql as
      $$ begin ${sets.join(' ')} return new; end $$`);
    await db.query(`create trigger zz_mark_typed before insert or update on "${table}"
      for each row execute function "mark_${table}"()`);
  }
}

const mark = (value: string, from: string, to: string): string =>
  [...value].map((letter) => to[from.indexOf(letter)] ?? letter).join('');

/** Typed names within composed texts, the longest first. */
async function markNames(db: Session, column: string, values: readonly string[], marked: (one: string) => string) {
  const [table, name] = column.split('.');
  const names = [...new Set(values)].filter((one) => one.length > 1).toSorted((a, b) => b.length - a.length);
  const rows = await db.rows<{ value: string }>(
    `select distinct "${name}" as value from "${table}" where "${name}" ~ '${han}'`,
  );
  for (const { value } of rows) {
    const own = names.filter((one) => value.includes(one));
    const rest = own.reduce((text, one) => text.replaceAll(one, marked(one)), value);
    await db.query(`update "${table}" set "${name}" = $1 where "${name}" = $2`, [rest, value]);
  }
}

/** Columns of the fields that people fill in. */
function typedColumns(): ReadonlySet<string> {
  const ofPeople = (one: AnyField) => one.write !== 'server' && ['text', 'jsonb'].includes(kindOf(one).column);
  return new Set(
    resources.flatMap((resource: AnyResource) =>
      Object.entries(resource.fields).flatMap(([name, one]) => (ofPeople(one) ? [`${tableOf(resource)}.${name}`] : [])),
    ),
  );
}

/** Every column that may contain text, except generated ones. */
const columnsOf = (db: Session): Promise<Column[]> =>
  db.rows<Column>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'jsonb')
       and a.attname <> 'search_text'`,
  );
