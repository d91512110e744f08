import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { addressees } from './incident-sources-grades-and-offices.ts';

const server = { write: 'server' } as const;
const closed = { editable: false, deletable: false } as const;
const carriesOut = ['index', 'acknowledge', 'finish'] as const;

/**
 * An instruction in an incident: who gave it, to whom, when, and when it was acknowledged and carried out. One to an operator is
 * seen by its people through `recipient_id`; the others are for officers only.
 */
export const incidentInstruction = resource({
  name: 'incident/instruction',
  label: text('处置指令', 'Instructions'),
  icon: 'solution',
  title: 'content',
  heading: ['incident_id', 'content'],
  scope: 'area',
  partOf: 'recipient_id',
  order: ['id', 'desc'],
  actions: ['index', 'add', 'export'],
  members: { owner: carriesOut, operator: carriesOut, viewer: ['index'] },
  empty: text('还没有下达指令', 'No instructions yet'),
  stamps: ['issued_at', 'issued_by'],
  listed: [
    'incident_id',
    'content',
    'status',
    'addressee',
    'addressed_to',
    'issued_at',
    'due_at',
    'acknowledged_at',
    'done_at',
  ],
  measures: {
    instructions: {
      label: text('处置指令', 'Instructions'),
      by: ['status', 'addressee', 'area_code'],
      at: 'issued_at',
    },
  },
  fields: {
    incident_id: field.reference(text('安全事件', 'Incident'), {
      to: 'incident/incident',
      required: true,
      write: 'add',
      among: [['status', 'IN', ['reported', 'verified', 'responding', 'controlled']]],
    }),
    content: field.textarea(text('指令内容', 'Instruction'), { required: true, min: 2, max: 500, search: true }),
    addressee: field.select(text('下达对象', 'Given to'), {
      required: true,
      options: addressees,
      initial: 'outside',
    }),
    officer_id: field.reference(text('人员', 'Officer'), {
      to: 'auth/admin',
      reach: 'area',
      related: false,
      list: 'offered',
      reads: 'export',
      shownWhen: { by: 'addressee', of: ['officer'] },
      requiredWhen: { by: 'addressee', of: ['officer'] },
    }),
    enterprise_id: field.reference(text('经营者', 'Operator'), {
      to: 'enterprise/enterprise',
      related: false,
      list: 'offered',
      shownWhen: { by: 'addressee', of: ['enterprise'] },
      requiredWhen: { by: 'addressee', of: ['enterprise'] },
    }),
    outside_name: field.text(text('单位', 'Body'), {
      max: 100,
      list: 'offered',
      shownWhen: { by: 'addressee', of: ['outside'] },
      requiredWhen: { by: 'addressee', of: ['outside'] },
    }),
    addressed_to: field.text(text('受令方', 'Addressee'), { ...server, search: true }),
    // the enterprise, if the instruction is for it: its people then see the instruction
    recipient_id: field.reference(text('可见企业', 'Visible to enterprise'), {
      ...server,
      to: 'enterprise/enterprise',
      related: false,
      list: 'never',
      filter: false,
    }),
    issued_by: field.reference(text('下达人', 'Given by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      reads: 'add',
    }),
    issued_at: field.datetime(text('下达时间', 'Given at'), server),
    acknowledged_by: field.text(text('签收人', 'Acknowledged by'), { ...server, max: 60, list: 'offered' }),
    acknowledged_at: field.datetime(text('签收时间', 'Acknowledged at'), server),
    result: field.textarea(text('办理结果', 'Result'), { ...server, max: 1000, list: 'offered' }),
    done_at: field.datetime(text('办结时间', 'Done at'), server),
    area_code: field.area(text('地区', 'Area'), { ...server, list: 'offered' }),
  },
  life: lifecycle({
    initial: 'issued',
    states: {
      issued: { ...text('待签收', 'Not acknowledged'), tone: 'warning', ...closed },
      acknowledged: { ...text('办理中', 'Being carried out'), tone: 'progress', ...closed },
      done: { ...text('已办结', 'Done'), tone: 'good', ...closed, final: true },
      cancelled: { ...text('已撤回', 'Withdrawn'), tone: 'muted', ...closed, final: true },
    },
    clocks: {
      acknowledgement: {
        ...text('签收时限', 'Acknowledgement'),
        rule: 'incident_instruction',
        in: ['issued'],
        served: true,
      },
    },
    moves: {
      acknowledge: {
        from: ['issued'],
        to: 'acknowledged',
        by: ['admin', 'member'],
        label: text('签收', 'Acknowledge'),
        tone: 'primary',
        emits: 'acknowledged',
        stamps: ['acknowledged_at'],
        settles: true,
        input: {
          acknowledged_by: field.text(text('签收人', 'Acknowledged by'), {
            max: 60,
            hint: text(
              '电话下达的，填写对方姓名；不填为本人',
              'Given by telephone: the name of the other side. Empty: you',
            ),
          }),
        },
      },
      finish: {
        from: ['acknowledged'],
        to: 'done',
        by: ['admin', 'member'],
        label: text('办结', 'Done'),
        tone: 'primary',
        emits: 'done',
        stamps: ['done_at'],
        input: { result: field.textarea(text('办理结果', 'Result'), { required: true, min: 2, max: 1000 }) },
      },
      cancel: {
        from: ['issued', 'acknowledged'],
        to: 'cancelled',
        label: text('撤回', 'Withdraw'),
        tone: 'danger',
        emits: 'cancelled',
        settles: true,
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 }) },
      },
    },
  }),
});
export interface IncidentInstruction extends Row<typeof incidentInstruction> {}
