import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { shanghaiDateOf, toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { type MessageAboutRowToOfficers, notifyOfficersWhoSeeRow } from '#server/calls/notify-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Subscriber } from '#server/engine/event-subscriber-types-in-transaction-and-after-commit.ts';
import { notifyHolders } from '#server/write/statement/inbox-message-statement.ts';
import { queueMessages } from '#server/write/statement/queue-sms-email-and-wechat-messages.ts';
import { on } from '#server/write/subscriber/subscribe-to-events-of-rows.ts';
import { type Warning, warning } from '../../contract/crowd-warning.ts';
import { type OpeningLine, openingHoursOn } from '../../contract/opening-hours-on-day.ts';
import { season, spot } from '../../contract/scenic-spot-and-opening-season.ts';
import { crowdLevels, warningBases } from '../../contract/spot-grade-crowd-level-and-gate-options.ts';
import {
  crowdWarning,
  flowDataLost,
  forecastUnconfirmed,
  forecastWarning,
  warningUnconfirmed,
} from '../../contract/visitor-flow-time-series-and-warning-messages.ts';

/** Officers notified of one spot at most; the wall shows it to all. */
const mostNotified = 100;
/** Whose messages those on duty get, and those who answer for the area. */
const duty = [`${warning.name}/confirm`];
const leaders = [`${warning.name}/review`];

interface NamedSpot {
  readonly [column: string]: unknown;
  readonly id: number;
  readonly name: string;
  readonly name_en: string;
  readonly area_code: string;
  readonly duty_phone: string;
  readonly duty_mobile: string | null;
}

const spotOf = (tx: Transaction, id: number): Promise<NamedSpot | undefined> =>
  tx.row<NamedSpot>(
    sql`select id, name, name_en, area_code, duty_phone, duty_mobile from ${sql.id(tableOf(spot))} where id = ${id}`,
  );

/** Where a message leads: the spot or the warning. */
interface About {
  readonly resource: typeof spot | typeof warning;
  readonly id: number;
}

/** Notifies officers who see a row and hold a node, in the inbox and by text message. */
const notifyOfficers = <P extends string>(
  engine: Engine,
  tx: Transaction,
  of: NamedSpot,
  { resource, id }: About,
  message: MessageAboutRowToOfficers<P>,
  nodes: readonly string[],
): Promise<void> =>
  notifyOfficersWhoSeeRow(engine, tx, resource, { id, title: of.name, area_code: of.area_code }, message, {
    nodes,
    limit: mostNotified,
  });

/** Texts the phone on duty of a spot. */
async function textDuty<P extends string>(
  engine: Engine,
  tx: Transaction,
  of: NamedSpot,
  { resource, id }: About,
  { template, values, once }: MessageAboutRowToOfficers<P>,
): Promise<void> {
  if (of.duty_mobile === null) return;
  const chinese = Object.fromEntries(
    Object.entries<string | Text>(values).map(([name, one]) => [name, typeof one === 'string' ? one : one['zh-cn']]),
  ) as Record<P, string>;
  const to = { mobile: of.duty_mobile, areaCode: of.area_code, resource: resource.name, rowId: id, rowTitle: of.name };
  await queueMessages(engine, tx, template, [{ values: chinese, to: { ...to, once: `${once} duty` } }]);
}

const levelNameOf = ({ level }: Pick<Warning, 'level'>): Text => crowdLevels[Number(level) as keyof typeof crowdLevels];

async function notifyOfWarning(engine: Engine, tx: Transaction, row: Warning): Promise<void> {
  const of = await spotOf(tx, row.spot_id);
  if (!of || row.status === 'cleared' || row.status === 'ended' || row.status === 'reviewed') return;
  const values = {
    name: text(of.name, of.name_en),
    level: levelNameOf(row),
    value: String(row.value),
    limit: String(row.against),
    percent: String(row.percent),
  };
  const once = `scenic warning ${row.id} ${row.level} ${row.level_at}`;
  if (row.basis === 'forecast') {
    const expected = { ...values, ...expectedMoments(row) };
    await sendToAll(engine, tx, of, row, { template: forecastWarning, values: expected, once }, duty);
    return;
  }
  const { 'zh-cn': chinese, en } = warningBases[row.basis ?? 'instant'];
  const message = { template: crowdWarning, values: { ...values, basis: text(chinese, en.toLowerCase()) }, once };
  // from 90 % on those who answer for the area, too
  await sendToAll(engine, tx, of, row, message, Number(row.level) >= 90 ? [...duty, ...leaders] : duty);
}

const clockAt = (at: number | null): string => (at === null ? '–' : toShanghaiMinute(at * 1000).slice(11));
const expectedMoments = (row: Warning) => ({
  at: clockAt(row.expected_at),
  from: clockAt(row.expected_from),
  until: clockAt(row.expected_until),
  error: row.forecast_error === null ? '–' : String(row.forecast_error),
});

/** To the phone on duty, the people of the spot and officers. */
async function sendToAll<P extends string>(
  engine: Engine,
  tx: Transaction,
  of: NamedSpot,
  { id }: Warning,
  message: MessageAboutRowToOfficers<P>,
  nodes: readonly string[],
): Promise<void> {
  const about = { resource: warning, id };
  await textDuty(engine, tx, of, about, message);
  await notifyHolders(engine, tx, warning, message.template, [{ row: id, values: message.values, once: message.once }]);
  await notifyOfficers(engine, tx, of, about, message, nodes);
}

/** Each level that a warning reaches is announced once. */
export const notifyOfWarnings: Subscriber = on(warning, ['added', 'escalated'], {
  async later(_fact, { engine, tx, rows }) {
    for (const row of await rows()) await notifyOfWarning(engine, tx, row);
  },
});

/** The spot did not confirm in time: leaders are notified, with the phone number to call. */
export const notifyOfUnconfirmedWarning: Subscriber = on(warning, 'overdue', {
  async later(_fact, { engine, tx, rows }) {
    for (const row of await rows()) {
      const of = await spotOf(tx, row.spot_id);
      if (!of || row.status !== 'raised') continue;
      const about = { resource: warning, id: row.id };
      const values = { name: text(of.name, of.name_en), level: levelNameOf(row), phone: of.duty_phone };
      const once = `scenic unconfirmed ${row.id} ${row.level_at}`;
      if (row.basis === 'forecast') {
        const expected = { ...values, at: clockAt(row.expected_at) };
        await notifyOfficers(engine, tx, of, about, { template: forecastUnconfirmed, values: expected, once }, leaders);
      } else await notifyOfficers(engine, tx, of, about, { template: warningUnconfirmed, values, once }, leaders);
    }
  },
});

/** Whether a spot is open at a moment, by its calendar. Without one it counts as open. */
async function isOpenAt(tx: Transaction, spotId: number, at: number): Promise<boolean> {
  const lines = await tx.rows<OpeningLine & Record<string, unknown>>(sql`
    select from_on::text, to_on::text, shut, opens_at::text, closes_at::text from ${sql.id(tableOf(season))} where spot_id = ${spotId}`);
  const hours = openingHoursOn(lines, shanghaiDateOf(at));
  if (hours === undefined) return true;
  const time = toShanghaiMinute(at * 1000).slice(11);
  return hours !== 'shut' && hours.opens <= time && time < hours.closes;
}

/** Data that stops while the spot is open: people have to count by hand or repair it. At night nobody is notified. */
export const notifyOfLostData: Subscriber = on(spot, 'data_lost', {
  async later(fact, { engine, tx }) {
    const of = await spotOf(tx, fact.row_id);
    if (!of || !(await isOpenAt(tx, of.id, Math.floor(Date.now() / 1000)))) return;
    const since = Number((fact.payload as { at?: unknown }).at);
    const message = {
      template: flowDataLost,
      values: { name: text(of.name, of.name_en), since: toShanghaiMinute(since * 1000) },
      once: `scenic lost ${of.id} ${since}`,
    };
    const about = { resource: spot, id: of.id };
    await textDuty(engine, tx, of, about, message);
    await notifyHolders(engine, tx, spot, flowDataLost, [{ row: of.id, values: message.values, once: message.once }]);
    await notifyOfficers(engine, tx, of, about, message, [`${spot.name}/limit`]);
  },
});
