import { expect } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import { watchWrites } from '../../../test/support/watch-writes.ts';
import { finding } from '../contract/anomaly/anomaly-finding.ts';
import { tourist } from '../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { coachDispatchRequest } from '../contract/itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from '../contract/itinerary/team-itinerary.ts';
import { type Agency, openAgency } from './agency.ts';
import { dayTrip, type Fleet, insure, openFleet } from './team.ts';

export type Data = Record<string, unknown> & { id: number; reason?: string; errors?: Record<string, string[]> };
export const own = (action: string) => `/api/travel.itinerary/${action}`;
export const office = (action: string) => `/admin/travel.itinerary/${action}`;
export const errorsOf = (answer: WireAnswer<Data>) => answer.data?.errors ?? {};

/** An insured agency, a coach firm, and an officer with all rights, with their most frequent actions. */
export interface OfficeSetup {
  readonly app: TestApp;
  readonly agency: Agency;
  readonly fleet: Fleet;
  readonly bureau: Client;
  read(id: number): Promise<Data>;
  add(more?: object): Promise<WireAnswer<Data>>;
  draft(more?: object): Promise<number>;
  submit(id: number): Promise<WireAnswer<Data>>;
  coach(more?: object): Promise<{ vehicle_id: number; driver_id: number }>;
  /** The requests to firms for a team. */
  dispatches(id: number): Promise<{ id: number; status: string }[]>;
  /** A team that is submitted and confirmed by the firms of its coaches. */
  confirmed(more?: object): Promise<number>;
}

/** Starts the server with them; every write to a team is watched. */
export async function openOffice(): Promise<OfficeSetup> {
  const app = await startApp();
  const agency = await openAgency(app);
  await insure(app, agency);
  const fleet = await openFleet(app);
  const bureau = await app.client({ officer: 'admin' });
  await watchWrites(app.db, [itinerary, tourist, coachDispatchRequest, finding]);
  const setup: OfficeSetup = {
    app,
    agency,
    fleet,
    bureau,
    async read(id) {
      const seen = await bureau.get<{ row?: Data }>(office('edit'), { id });
      // drafts are visible only to their agency
      return seen.data.row ?? (await agency.owner.get<{ row: Data }>(own('edit'), { id })).data.row;
    },
    add: async (more = {}) => agency.owner.post<Data>(own('add'), await dayTrip(app, agency, more)),
    async draft(more = {}) {
      const answer = await setup.add(more);
      expect(answer.code, JSON.stringify(answer.data)).toBe(1);
      return answer.data.id;
    },
    submit: (id) => agency.owner.post<Data>(own('submit'), { id }),
    coach: async (more = {}) => ({ vehicle_id: (await fleet.vehicle(more)).id, driver_id: await fleet.driver() }),
    dispatches: (id) => app.db.rows(sql`select id, status from travel_dispatch where itinerary_id = ${id} order by id`),
    async confirmed(more = {}) {
      const id = await setup.draft({ vehicles: [await setup.coach()], ...more });
      const answer = await setup.submit(id);
      expect(answer.code, JSON.stringify(answer.data)).toBe(1);
      for (const one of await setup.dispatches(id))
        await fleet.owner.post('/api/travel.dispatch/confirm', { id: one.id });
      expect((await setup.read(id)).status).toBe('confirmed');
      return id;
    },
  };
  return setup;
}
