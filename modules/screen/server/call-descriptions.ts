import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { wallFeedArea, wallFeedCall, wallFeedHead } from '#server/open-api/wall-feed-call.ts';
import { alertAcknowledgement } from '../contract/alert-acknowledgement.ts';
import type { PanelWithoutDataSource } from '../contract/panels-without-data-source.ts';
import { remoteControlButtons } from '../contract/remote-control.ts';

const state = {
  scenes: list(object({ name: string, note: string })),
  at: integer,
  playing: boolean,
};
const phoneKey = field.text(text('配对所得的密钥', 'Key received at pairing'), { required: true, max: 64 });
const row = {
  resource: field.text(text('业务', 'Resource'), { required: true, max: 80 }),
  id: field.integer(text('记录编号', 'Record ID'), { required: true, min: 1 }),
};
const alert = object({
  resource: string,
  id: key,
  title: string,
  status: string,
  due_at: integer,
  urgent: boolean,
  area_name: { type: ['string', 'null'] },
  acknowledged: { anyOf: [object({ name: string, at: integer }), { type: 'null' }] },
});

/** API descriptions of the wall's own calls. */
export const screenApiCallDescriptions = (awaited: readonly PanelWithoutDataSource[]): CallDescriptions => ({
  'admin/screen.calendar/index': wallFeedCall(
    text('大屏：工作日历', 'Wall screen: working calendar'),
    object(wallFeedHead),
  ),
  'admin/screen.alert/index': wallFeedCall(
    text('大屏：已超期与一日内到期的事项', 'Wall screen: items overdue or due within one day'),
    object({ ...wallFeedHead, open: integer, alerts: list(alert) }),
    wallFeedArea,
  ),
  'admin/screen.alert/acknowledge': {
    summary: text('大屏：值班人确认一条预警', 'Wall screen: duty officer acknowledges an alert'),
    body: { ...row, name: alertAcknowledgement.fields.name },
    data: nothing,
  },
  'admin/screen.remote/open': {
    summary: text(
      '大屏：开启手机遥控，所得二维码两分钟内有效',
      'Wall screen: enable phone remote; the QR code is valid for two minutes',
    ),
    data: object({ id: key, address: string, picture: string, seconds: integer }),
  },
  'admin/screen.remote/state': {
    summary: text('大屏：告知手机当前场景', 'Wall screen: report the current scene to the phone'),
    data: object({ open: boolean, paired: boolean }),
  },
  'admin/screen.remote/close': { summary: text('大屏：结束手机遥控', 'Wall screen: end phone remote'), data: nothing },
  'api/screen.remote/pair': {
    summary: text('手机遥控：配对', 'Phone remote: pair'),
    body: { ticket: field.text(text('二维码所载凭证', 'Ticket in the QR code'), { required: true, max: 64 }) },
    data: object({ key: string, ...state }),
  },
  'api/screen.remote/show': {
    summary: text('手机遥控：大屏当前场景', 'Phone remote: current scene of the wall screen'),
    body: { key: phoneKey },
    data: object(state),
  },
  'api/screen.remote/press': {
    summary: text('手机遥控：翻页、暂停、选场景', 'Phone remote: turn, pause, choose a scene'),
    body: {
      key: phoneKey,
      press: field.text(text(`操作：${remoteControlButtons.join('、')}`, `One of ${remoteControlButtons.join(', ')}`), {
        required: true,
      }),
      scene: field.integer(text('场景序号，从 0 起', 'Scene index, from 0'), { min: 0 }),
    },
    data: nothing,
  },
  ...Object.fromEntries(
    awaited.map(({ name, label, nothing: empty }) => [
      `admin/screen.${name}/index`,
      wallFeedCall(
        text(`大屏：${label['zh-cn']}（数据源尚未接入）`, `Wall screen: ${label.en} (its source is not there yet)`),
        object({ ...wallFeedHead, ...Object.fromEntries(Object.keys(empty).map((one) => [one, {}])) }),
      ),
    ]),
  ),
});
