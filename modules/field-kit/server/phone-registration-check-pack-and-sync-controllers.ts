import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter } from '#server/refusal.ts';
import { fieldDevice } from '../contract/officer-phone-of-field-kit.ts';
import { maxOperationsPerCall } from '../contract/offline-check-operation-and-sync-answer-format.ts';
import { composeCheckPacksAndNoteCopies } from './pack/compose-check-packs-and-note-copies-on-phone.ts';
import {
  deviceInput,
  keyPartOfExportedFile,
  mustPhoneBeWiped,
  refusalOfRevokedDevice,
  registerDevice,
  requireDevice,
  requireOwnDevice,
  requireVisibleDevice,
} from './phone-ownership-registration-and-wipe-calls.ts';
import { annexReasonTexts, applyOperationsSentByPhone, urlsOfPictures } from './sync/apply-operations-sent-by-phone.ts';

const whole = (value: unknown): value is number => Number.isSafeInteger(value);

const pack = call({
  gate: 'login',
  methods: ['POST'],
  secret: true,
  logged: true,
  title: text('外勤工具包-下载任务包', 'Field kit: fetch task packs'),
  summary: text('外勤工具包：下载本人已派遣检查的任务包', 'Field kit: fetch the packs of one’s own dispatched checks'),
  limit: { perMinute: 20 },
  input: { device: deviceInput },
  checkedInRun: {
    retained: field.textarea(text('保留手机上副本的检查', 'Checks whose copy the phone keeps')),
  },
  async run({ engine, caller, input, body }) {
    const device = await requireDevice(engine.db, caller, input.device);
    const retained = Array.isArray(body.retained) ? body.retained.filter(whole).slice(0, 200) : [];
    const answer = await composeCheckPacksAndNoteCopies({ engine, caller, device: device.id, retained });
    return new JsonText(JSON.stringify(answer));
  },
});

const sync = call({
  gate: 'login',
  methods: ['POST'],
  secret: true,
  silent: true,
  summary: text(
    '外勤工具包：上传操作，按序生效，同一操作只生效一次',
    'Field kit: upload operations, applied in order and each only once',
  ),
  limit: { perMinute: 240 },
  input: {
    device: deviceInput,
    sent_at: field.integer(text('手机此刻的时间（毫秒）', 'Time of the phone now (ms)'), {
      required: true,
      min: 0,
      max: 8_640_000_000_000,
    }),
  },
  checkedInRun: { operations: field.textarea(text('操作', 'Operations'), { required: true }) },
  async run({ engine, caller, input, body }) {
    const { operations } = body;
    if (!Array.isArray(operations) || operations.length > maxOperationsPerCall) throw badParameter();
    const { id: device, status } = await requireOwnDevice(engine.db, caller, input.device);
    if (status !== 'active' && (status !== 'revoked' || operations.length === 0)) throw refusalOfRevokedDevice();
    const skew = Date.now() - input.sent_at;
    const sender = { engine, caller, device, owner: caller.id, skew };
    const answer = await applyOperationsSentByPhone(
      status === 'revoked' ? { ...sender, handedIn: annexReasonTexts.revoked } : sender,
      operations,
    );
    return new JsonText(JSON.stringify(answer));
  },
});

const handIn = call({
  gate: 'rule',
  node: `${fieldDevice.name}/handIn`,
  methods: ['POST'],
  secret: true,
  title: text('外勤终端-打开导出文件', 'Field devices: open exported file'),
  summary: text(
    '外勤终端：把他人导出文件中的操作留作检查的附件',
    'Field devices: keep the operations of somebody’s exported file as annexes of checks',
  ),
  limit: { perMinute: 120 },
  input: { device: deviceInput },
  checkedInRun: { operations: field.textarea(text('操作', 'Operations'), { required: true }) },
  async run({ engine, caller, input, body }) {
    const { operations } = body;
    if (!Array.isArray(operations) || operations.length > maxOperationsPerCall) throw badParameter();
    const device = await requireVisibleDevice(engine, caller, input.device);
    const sender = {
      engine,
      caller,
      device: device.id,
      owner: device.admin_id,
      skew: 0,
      handedIn: annexReasonTexts.file,
    };
    return new JsonText(JSON.stringify(await applyOperationsSentByPhone(sender, operations)));
  },
});

const have = call({
  gate: 'login',
  methods: ['POST'],
  preview: true,
  silent: true,
  summary: text('外勤工具包：哪些照片已经上传', 'Field kit: which pictures are uploaded'),
  limit: { perMinute: 240 },
  checkedInRun: {
    check: field.integer(text('检查任务编号', 'ID of the check')),
    hashes: field.textarea(text('照片的 SHA-256', 'SHA-256 of pictures'), { required: true }),
  },
  answer: object({ hashes: { type: 'array', items: string } }),
  async run({ engine, caller, body }) {
    const sent = Array.isArray(body.hashes) ? body.hashes.slice(0, 200) : [];
    const hashes = sent.filter((one): one is string => typeof one === 'string' && /^[0-9a-f]{64}$/.test(one));
    const pictures = hashes.map((sha256) => ({ sha256 }));
    const urls = await urlsOfPictures(engine.db, caller, pictures, whole(body.check) ? body.check : undefined);
    return { hashes: [...urls.keys()] };
  },
});

/** `/admin/field.kit/*`: calls of the kit. */
export const phoneRegistrationCheckPackAndSyncControllers: readonly Controller[] = [
  {
    app: 'admin',
    name: 'field.kit',
    actions: { register: registerDevice, pack, sync, handIn, part: keyPartOfExportedFile, have },
  },
  { app: 'api', name: 'field.kit', actions: { state: mustPhoneBeWiped } },
];
