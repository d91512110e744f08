import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import { wallFeedAreaParameter, wallFeedCommonProperties } from '#server/open-api/describe-wall-feed.ts';
import {
  boolean,
  integer,
  key,
  list,
  nothing,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { type PanelRequest, readPanelArea } from '#server/wall-panel/read-panel-area-and-day-range.ts';
import { alertAcknowledgement } from '../contract/acknowledgement-of-wall-alert.ts';
import { wallScreenGate } from '../contract/wall-screen-gate.ts';
import { acknowledgeDeadlineAlert, readDeadlineAlerts } from './read-and-acknowledge-deadline-alerts.ts';

const texts = {
  acknowledge: text('大屏-确认预警', 'Wall screen: acknowledge an alert'),
  acknowledged: text('已确认', 'Acknowledged'),
};

const alert = object({
  resource: string,
  id: key,
  title: string,
  status: string,
  due_at: integer,
  urgent: boolean,
  area_name: orNull(string),
  acknowledged: orNull(object({ name: string, at: integer })),
});

/** What is overdue or due within a day, and that whoever is on duty has seen it. */
export const deadlineAlertsController = (contextOf: (made: Call) => PanelRequest): Controller => ({
  app: 'admin',
  name: 'screen.alert',
  actions: {
    index: call({
      ...wallScreenGate,
      summary: text('大屏：已超期与一日内到期的事项', 'Wall screen: items overdue or due within one day'),
      checkedInRun: wallFeedAreaParameter,
      answer: object({ ...wallFeedCommonProperties, open: integer, alerts: list(alert) }),
      run: async (made) => readDeadlineAlerts(made.engine, made.caller, await readPanelArea(contextOf(made))),
    }),
    acknowledge: call({
      ...wallScreenGate,
      methods: ['POST'],
      title: texts.acknowledge,
      summary: text('大屏：值班人确认一条预警', 'Wall screen: duty officer acknowledges an alert'),
      input: {
        resource: field.text(text('业务', 'Resource'), { required: true, max: 80 }),
        id: rowKeyInput(text('记录编号', 'Record ID')),
        name: alertAcknowledgement.fields.name,
      },
      answer: nothing,
      async run({ engine, caller, input: { resource, id, name } }) {
        await acknowledgeDeadlineAlert(engine, caller, { resource, id, duty: name });
        return new Answer(null, texts.acknowledged[caller.locale]);
      },
    }),
  },
});
