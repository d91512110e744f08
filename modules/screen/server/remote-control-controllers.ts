import { createHash, randomBytes } from 'node:crypto';
import QRCode from 'qrcode';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { readKey } from '#server/read/row/row.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import {
  type RemoteControlState,
  remoteControlButtons,
  remoteControlEvent,
  remoteControlPage,
  type Scene,
} from '../contract/remote-control.ts';

/** Seconds for which the QR code is valid, for a single phone. */
const ticketLife = 120;
/** The wall reports its state at least every minute; after so many seconds without a report the remote has ended. */
const patience = 150;
const mostScenes = 60;

const gone = text('遥控已结束，请在大屏上重新扫码', 'The remote has ended. Scan the code on the wall screen again');
const refused = () => new Refused(gone, { data: { reason: 'not_found' } });

const hashOf = (secret: unknown): string =>
  createHash('sha256')
    .update(`screen remote:${typeof secret === 'string' ? secret : ''}`)
    .digest('base64url');

const newSecret = () => randomBytes(24).toString('base64url');

/** Reads the state a wall reports, limited to what a phone shows. */
function readState(value: unknown): RemoteControlState {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const scenes = (Array.isArray(given.scenes) ? given.scenes.slice(0, mostScenes) : []).map((one: unknown): Scene => {
    const { name, note } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
    return { name: String(name ?? '').slice(0, 60), note: String(note ?? '').slice(0, 500) };
  });
  const at = Number(given.at);
  return {
    scenes,
    at: Number.isInteger(at) && at >= 0 && at < scenes.length ? at : 0,
    playing: given.playing === true,
  };
}

/** Calls of the wall, for whoever may open it; only remotes of the caller's own session. */
const wallSide: Controller = {
  app: 'admin',
  name: 'screen.remote',
  actions: {
    open: {
      gate: 'rule',
      node: 'largedatascreen',
      methods: ['POST'],
      title: text('大屏-开启手机遥控', 'Wall screen: open to a phone'),
      secret: true,
      perMinute: 20,
      async handle({ engine, caller, request, body }: Call) {
        const ticket = newSecret();
        const row = await engine.db.row<{ id: number }>(sql`
          with old as (delete from screen_remote where session_id = ${caller.sessionId} or seen < now() - interval '1 day')
          insert into screen_remote (session_id, admin_id, ticket, ticket_until, state)
          values (${caller.sessionId}, ${caller.id}, ${hashOf(ticket)}, now() + make_interval(secs => ${ticketLife}), ${JSON.stringify(readState(body))}::jsonb)
          returning id`);
        // in the fragment, which no server or proxy logs
        const address = `${request.protocol}://${request.host}${remoteControlPage.path}#${ticket}`;
        const picture = await QRCode.toString(address, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
        return { id: row?.id, address, picture, seconds: ticketLife };
      },
    },
    state: {
      gate: 'rule',
      node: 'largedatascreen',
      methods: ['POST'],
      silent: true,
      async handle({ engine, caller, body }: Call) {
        const found = await engine.db.row<{ paired: boolean }>(sql`
          update screen_remote set state = ${JSON.stringify(readState(body))}::jsonb, seen = now()
          where id = ${readKey(body.id)} and session_id = ${caller.sessionId} returning key is not null as paired`);
        return { open: found !== undefined, paired: found?.paired ?? false };
      },
    },
    close: {
      gate: 'rule',
      node: 'largedatascreen',
      methods: ['POST'],
      silent: true,
      async handle({ engine, caller }: Call) {
        await engine.db.query(sql`delete from screen_remote where session_id = ${caller.sessionId}`);
        return null;
      },
    },
  },
};

const alive = sql`seen > now() - make_interval(secs => ${patience})`;

/** Calls of the phone. It is not signed in; its key only gives access to one wall's scenes. */
const phoneSide: Controller = {
  app: 'api',
  name: 'screen.remote',
  actions: {
    pair: {
      gate: 'none',
      methods: ['POST'],
      secret: true,
      perMinute: 20,
      async handle({ engine, body }: Call) {
        const key = newSecret();
        const row = await engine.db.row<{ state: RemoteControlState }>(sql`
          update screen_remote set ticket = null, key = ${hashOf(key)}
          where ticket = ${hashOf(body.ticket)} and ticket_until > now() and ${alive} returning state`);
        if (!row) throw refused();
        return { key, ...row.state };
      },
    },
    show: {
      gate: 'none',
      methods: ['POST'],
      secret: true,
      async handle({ engine, body }: Call) {
        const row = await engine.db.row<{ state: RemoteControlState }>(
          sql`select state from screen_remote where key = ${hashOf(body.key)} and ${alive}`,
        );
        if (!row) throw refused();
        return row.state;
      },
    },
    press: { gate: 'none', methods: ['POST'], secret: true, perMinute: 240, handle: press },
  },
};

/** A button press emits one event, which only the officer whose wall it is receives. */
async function press({ engine, body }: Call) {
  const pressed = remoteControlButtons.find((one) => one === body.press);
  if (!pressed) throw badParameter();
  const scene = pressed === 'scene' ? Number(body.scene) : 0;
  if (!Number.isInteger(scene) || scene < 0 || scene >= mostScenes) throw badParameter();
  await sendToWall(engine, hashOf(body.key), { press: pressed, scene });
  return null;
}

async function sendToWall(engine: Engine, key: string, payload: { press: string; scene: number }): Promise<void> {
  const row = await engine.db.row(sql`
    insert into event (name, resource, row_id, admin_id, payload)
    select ${`${remoteControlEvent}.pressed`}, ${remoteControlEvent}, id, admin_id, ${JSON.stringify(payload)}::jsonb
    from screen_remote where key = ${key} and ${alive} returning id`);
  if (!row) throw refused();
  engine.wakeRelay();
}

export const remoteControlControllers: readonly Controller[] = [wallSide, phoneSide];
