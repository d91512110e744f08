import { createHash } from 'node:crypto';
import QRCode from 'qrcode';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { newTicketSecret, oneTimeTicket } from '#server/auth/one-time-ticket.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, Refused } from '#server/refusal.ts';
import {
  type RemoteScene,
  type WallRemoteButton,
  type WallRemoteState,
  wallRemoteEvent,
  wallRemotePage,
} from '../contract/wall-remote-control.ts';
import { wallScenes } from '../contract/wall-scenes.ts';
import { wallScreenGate } from '../contract/wall-screen-gate.ts';

/** The wall reports its state at least every minute; after so many seconds without a report the remote has ended. */
const patience = 150;
/** The person's own, and those of every wall. */
const mostScenes = 60 + wallScenes.length;

const gone = text('遥控已结束，请在大屏上重新扫码', 'The remote has ended. Scan the code on the wall screen again');
const refused = () => new Refused(gone, { data: { reason: 'not_found' } });

/** In the QR code, for a single phone; brings the remote that it pairs with. */
const pairing = oneTimeTicket<{ readonly remote: number }>({ name: 'wall remote', seconds: 120, refusal: gone });
const hashOf = (secret: string): string => createHash('sha256').update(`screen remote:${secret}`).digest('base64url');

/** Reads the state a wall reports, limited to what a phone shows. */
function readState(value: unknown): WallRemoteState {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const scenes = (Array.isArray(given.scenes) ? given.scenes.slice(0, mostScenes) : []).map(
    (one: unknown): RemoteScene => {
      const { name, note } = (typeof one === 'object' && one !== null ? one : {}) as Record<string, unknown>;
      return { name: String(name ?? '').slice(0, 60), note: String(note ?? '').slice(0, 500) };
    },
  );
  const at = Number(given.at);
  return {
    scenes,
    at: Number.isInteger(at) && at >= 0 && at < scenes.length ? at : 0,
    playing: given.playing === true,
  };
}

const scenes = list(object({ name: string, note: string }));
const shown = { scenes, at: integer, playing: boolean };
/** What the wall reports, read by {@link readState}. */
const reported = {
  scenes: field.text(text('各场景（数组：name、note）', 'Scenes (array: name, note)')),
  at: field.integer(text('当前场景的序号，从 0 起', 'Index of the current scene, from 0')),
  playing: field.text(text('是否在轮播（true 或 false）', 'Whether it is playing (true or false)')),
};

/** Calls of the wall, for whoever may open it; only remotes of the caller's own session. */
const wallSide: Controller = {
  app: 'admin',
  name: 'screen.remote',
  actions: {
    open: call({
      ...wallScreenGate,
      methods: ['POST'],
      title: text('大屏-开启手机遥控', 'Wall screen: open to a phone'),
      summary: text(
        '大屏：开启手机遥控，所得二维码两分钟内有效',
        'Wall screen: enable phone remote; the QR code is valid for two minutes',
      ),
      secret: true,
      limit: { perMinute: 20 },
      checkedInRun: reported,
      answer: object({ id: key, address: string, picture: string, seconds: integer }),
      async run({ engine, caller, request, body }) {
        const { id } = (await engine.db.row<{ id: number }>(sql`
          with old as (delete from screen_remote where session_id = ${caller.sessionId})
          insert into screen_remote (session_id, admin_id, state)
          values (${caller.sessionId}, ${caller.id}, ${JSON.stringify(readState(body))}::jsonb)
          returning id`)) as { id: number };
        const ticket = await pairing.issue(engine.db, { content: { remote: id } });
        // in the fragment, which no server or proxy logs
        const address = `${request.protocol}://${request.host}${wallRemotePage.path}#${ticket}`;
        const picture = await QRCode.toString(address, { type: 'svg', margin: 1, errorCorrectionLevel: 'M' });
        return { id, address, picture, seconds: pairing.rules.seconds };
      },
    }),
    state: call({
      ...wallScreenGate,
      methods: ['POST'],
      silent: true,
      summary: text('大屏：告知手机当前场景', 'Wall screen: report the current scene to the phone'),
      input: { id: rowKeyInput(text('遥控编号', 'Remote ID')) },
      checkedInRun: reported,
      answer: object({ open: boolean, paired: boolean }),
      async run({ engine, caller, body, input }) {
        const found = await engine.db.row<{ paired: boolean }>(sql`
          update screen_remote set state = ${JSON.stringify(readState(body))}::jsonb, seen = now()
          where id = ${input.id} and session_id = ${caller.sessionId} returning key is not null as paired`);
        return { open: found !== undefined, paired: found?.paired ?? false };
      },
    }),
    close: call({
      ...wallScreenGate,
      methods: ['POST'],
      silent: true,
      summary: text('大屏：结束手机遥控', 'Wall screen: end phone remote'),
      answer: nothing,
      async run({ engine, caller }) {
        await engine.db.query(sql`delete from screen_remote where session_id = ${caller.sessionId}`);
        return null;
      },
    }),
  },
};

const alive = sql`seen > now() - make_interval(secs => ${patience})`;

const buttons: Readonly<Record<WallRemoteButton, Text>> = {
  next: text('下一个', 'Next'),
  previous: text('上一个', 'Previous'),
  pause: text('暂停或继续', 'Pause or resume'),
  scene: text('选场景', 'Choose a scene'),
};
const ofPhone = { gate: 'none', methods: ['POST'], secret: true, inputFrom: 'body' } as const;
const phoneKey = field.text(text('配对所得的密钥', 'Key received at pairing'), { required: true, max: 64 });

/** Calls of the phone. It is not signed in; its key only gives access to one wall's scenes. */
const phoneSide: Controller = {
  app: 'api',
  name: 'screen.remote',
  actions: {
    pair: call({
      ...ofPhone,
      summary: text('手机遥控：配对', 'Phone remote: pair'),
      limit: { perMinute: 20 },
      input: { ticket: field.text(text('二维码所载凭证', 'Ticket in the QR code'), { required: true, max: 64 }) },
      answer: object({ key: string, ...shown }),
      async run({ engine, input }) {
        const newKey = newTicketSecret();
        const { remote } = await pairing.redeem(engine.db, input.ticket);
        const row = await engine.db.row<{ state: WallRemoteState }>(
          sql`update screen_remote set key = ${hashOf(newKey)} where id = ${remote} and ${alive} returning state`,
        );
        if (!row) throw refused();
        return { key: newKey, ...row.state };
      },
    }),
    show: call({
      ...ofPhone,
      summary: text('手机遥控：大屏当前场景', 'Phone remote: current scene of the wall screen'),
      input: { key: phoneKey },
      answer: object(shown),
      async run({ engine, input }) {
        const row = await engine.db.row<{ state: WallRemoteState }>(
          sql`select state from screen_remote where key = ${hashOf(input.key)} and ${alive}`,
        );
        if (!row) throw refused();
        return row.state;
      },
    }),
    // emits one event, which only the officer whose wall it is receives
    press: call({
      ...ofPhone,
      summary: text('手机遥控：翻页、暂停、选场景', 'Phone remote: turn, pause, choose a scene'),
      limit: { perMinute: 240 },
      input: {
        key: phoneKey,
        press: field.select(text('操作', 'Button'), { options: buttons, required: true }),
        scene: field.integer(text('场景序号，从 0 起', 'Scene index, from 0'), { min: 0, max: mostScenes - 1 }),
      },
      answer: nothing,
      async run({ engine, input: { key: phone, press, scene } }) {
        if (press === 'scene' && scene === null) throw badParameter();
        await sendToWall(engine, hashOf(phone), { press, scene: (press === 'scene' && scene) || 0 });
        return null;
      },
    }),
  },
};

async function sendToWall(engine: Engine, key: string, payload: { press: string; scene: number }): Promise<void> {
  const row = await engine.db.row(sql`
    insert into event (name, resource, row_id, admin_id, payload)
    select ${`${wallRemoteEvent}.pressed`}, ${wallRemoteEvent}, id, admin_id, ${JSON.stringify(payload)}::jsonb
    from screen_remote where key = ${key} and ${alive} returning id`);
  if (!row) throw refused();
  engine.wakeRelay();
}

export const wallRemoteControllers: readonly Controller[] = [wallSide, phoneSide];
