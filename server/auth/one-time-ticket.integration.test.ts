import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { createTestEngine, type TestEngine } from '../../test/support/test-engine.ts';
import { dayTicket, familyTicket, visitorPass } from '../../test/zoo/visitor-pass.ts';
import { oneTimeTicket, type TicketRules, ticketPurposes } from './one-time-ticket.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
});
afterAll(() => on.close());

const message = 'The link is invalid or already used';
const refused = { message, data: { reason: 'not_found' } };
const end = () => on.db.query('update one_time_ticket set expires_at = now()');

describe('a ticket', () => {
  test('brings its content to one call, and none after that', async () => {
    const pass = await visitorPass.issue(on.db, { content: { gate: 'north' } });
    expect(await visitorPass.read(on.db, pass)).toEqual({ holder: null, content: { gate: 'north' } });
    expect(await visitorPass.redeem(on.db, pass)).toEqual({ gate: 'north' });
    await expect(visitorPass.redeem(on.db, pass)).rejects.toMatchObject(refused);
    expect(await visitorPass.read(on.db, pass)).toBeUndefined();
  });

  test('is stored by its hash only', async () => {
    const pass = await visitorPass.issue(on.db);
    const rows = await on.db.rows('select * from one_time_ticket');
    expect(JSON.stringify(rows)).not.toContain(pass);
    expect(pass).toMatch(/^[\w-]{43}$/);
  });

  test.each([['', null, undefined, 5, {}, 'x', 'x'.repeat(5000), "' or true --"]])(
    'that was never issued is refused: %s',
    async (wrong) => {
      await visitorPass.issue(on.db);
      await expect(visitorPass.redeem(on.db, wrong)).rejects.toMatchObject(refused);
    },
  );

  test('of one purpose is none of another', async () => {
    const [pass, day] = [await visitorPass.issue(on.db), await dayTicket.issue(on.db)];
    await expect(dayTicket.redeem(on.db, pass)).rejects.toMatchObject({ data: { reason: 'forbidden' } });
    await expect(visitorPass.redeem(on.db, day)).rejects.toMatchObject(refused);
    await on.db.query(
      sql`update one_time_ticket set purpose = 'zoo day ticket' where hash = ${visitorPass.hash(pass)}`,
    );
    for (const each of [visitorPass, dayTicket])
      await expect(each.redeem(on.db, pass), 'the purpose is part of its hash').rejects.toThrow();
  });

  test('is valid until its end', async () => {
    const [pass, day] = [await visitorPass.issue(on.db), await dayTicket.issue(on.db)];
    for (let times = 0; times < 3; times++) await dayTicket.redeem(on.db, day);
    await end();
    await expect(visitorPass.redeem(on.db, pass)).rejects.toMatchObject(refused);
    await expect(dayTicket.redeem(on.db, day)).rejects.toMatchObject({ message: 'The day ticket has expired' });
  });

  test('with several uses is refused when they are used up, and to anybody but its holder', async () => {
    const ticket = await familyTicket.issue(on.db, { holder: 'family 1' });
    for (const other of ['family 2', '', undefined])
      await expect(familyTicket.redeem(on.db, ticket, other)).rejects.toMatchObject(refused);
    for (let use = 0; use < 3; use++) await familyTicket.redeem(on.db, ticket, 'family 1');
    await expect(familyTicket.redeem(on.db, ticket, 'family 1')).rejects.toMatchObject(refused);
    await expect(familyTicket.issue(on.db)).rejects.toThrow('issued to nobody');
  });

  test('lets exactly as many simultaneous calls through as it has uses left', async () => {
    const pass = await visitorPass.issue(on.db);
    const family = await familyTicket.issue(on.db, { holder: 'family 3' });
    await familyTicket.redeem(on.db, family, 'family 3');
    const tried = async (redeem: () => Promise<unknown>) =>
      (await Promise.allSettled(Array.from({ length: 8 }, redeem))).filter(({ status }) => status === 'fulfilled')
        .length;
    expect(await tried(() => visitorPass.redeem(on.db, pass))).toBe(1);
    expect(await tried(() => familyTicket.redeem(on.db, family, 'family 3'))).toBe(2);
  });

  test('is not used by a transaction that is rolled back', async () => {
    const pass = await visitorPass.issue(on.db);
    const broken = on.db.transaction(async (tx) => {
      await visitorPass.redeem(tx, pass);
      throw new Error('after it');
    });
    await expect(broken).rejects.toThrow('after it');
    await visitorPass.redeem(on.db, pass);
  });

  test('is changed by its secret and revoked by its holder', async () => {
    const [one, other] = [
      await visitorPass.issue(on.db, { holder: 'guest 1', content: { gate: 'north' } }),
      await visitorPass.issue(on.db, { holder: 'guest 1' }),
    ];
    const theirs = await visitorPass.issue(on.db, { holder: 'guest 2' });
    await visitorPass.change(on.db, one, { gate: 'south' });
    await visitorPass.revoke(on.db, 'guest 1', one);
    await dayTicket.revoke(on.db, 'guest 2');
    expect(await visitorPass.redeem(on.db, one)).toEqual({ gate: 'south' });
    await expect(visitorPass.redeem(on.db, other)).rejects.toMatchObject(refused);
    await visitorPass.redeem(on.db, theirs);
  });
});

test('tickets past their end are removed', async () => {
  expect(on.engine.retentionRules.find(({ table }) => table === 'one_time_ticket')?.keep).toEqual({
    days: 1,
    from: 'expires_at',
  });
});

test.each<[string, TicketRules]>([
  ['two tickets are named zoo day ticket', { name: 'zoo day ticket', seconds: 60 }],
  ['is no name of a ticket', { name: 'Zoo:pass', seconds: 60 }],
  ['0 is no whole number from 1', { name: 'zoo pass', seconds: 0 }],
  ['1.5 is no whole number from 1', { name: 'zoo pass', seconds: 1.5 }],
  ['0 is no whole number from 1', { name: 'zoo pass', seconds: 60, uses: 0 }],
])('a declaration is refused: %s', (why, rules) => {
  expect(() => oneTimeTicket(rules)).toThrow(why);
  expect(ticketPurposes().has('zoo pass')).toBe(false);
});
