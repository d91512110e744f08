import type { Row } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';
import { plateColors, vehicleTypes } from './crew-options.ts';
import { crewVerificationDeadlineRuleAndChangeText } from './crew-verification-deadline-rule-and-change-text.ts';
import {
  documentsNotExpired,
  documentValidityField,
  earliestExpiryField,
  reasonField,
} from './document-validity-and-reason-fields-of-crew.ts';

/** The bureau vouches for identity, seats and documents. */
const verification = declareVerification({
  fields: [
    'plate',
    'plate_color',
    'vin',
    'type',
    'seats',
    'permit_no',
    'permit_valid_to',
    'inspect_valid_to',
    'insurance_valid_to',
  ],
  holder: ['enterprise_id'],
  rule: crewVerificationDeadlineRuleAndChangeText.rule,
  states: { pending: { as: 'stated' }, verified: { as: 'normal', ...text('正常', 'Normal') } },
  moves: { change: crewVerificationDeadlineRuleAndChangeText.change },
});
const { editable } = verification;

const keeps = [
  'index',
  'add',
  'edit',
  'del',
  'export',
  'import',
  'submit',
  'change',
  'withdrawChange',
  'maintain',
  'repaired',
  'scrap',
] as const;

/** Conditions for choosing a vehicle. */
export const usableVehicle: readonly RowCondition[] = [['status', 'IN', ['normal', 'changing']], documentsNotExpired];

/** A tour vehicle of a coach operator, with its three documents that expire (domain reference §2.F). */
export const vehicle = resource({
  name: 'crew/vehicle',
  label: text('车辆', 'Vehicles'),
  icon: 'car',
  title: 'plate',
  subtitle: ['enterprise_id', ['seats', text('{n} 座', '{n} {n|seat|seats}')]],
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  codes: { plate: '' },
  listed: ['plate', 'status', 'validity', 'enterprise_id', 'type', 'seats', 'papers_until', 'area_code', 'due_at'],
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: {
      permit_valid_to: text('道路运输证', 'Road transport permit'),
      inspect_valid_to: text('机动车检验', 'Vehicle inspection'),
      insurance_valid_to: text('承运人责任险', 'Carrier liability insurance'),
    },
    in: ['stated', 'normal', 'changing', 'maintenance', 'stopped'],
    validity: 'validity',
    mobile: 'contact_mobile',
    office: 'verifyChange',
  },
  measures: {
    vehicles: { label: text('车辆', 'Vehicles'), by: ['status', 'validity', 'type', 'plate_color'] },
    seats: { label: text('座位数', 'Seats'), sum: 'seats', by: ['status', 'type'] },
  },
  fields: {
    plate: field.plate(text('车牌号', 'Plate'), {
      required: true,
      search: true,
      unique: true,
      color: 'plate_color',
    }),
    plate_color: field.select(text('车牌颜色', 'Plate colour'), {
      options: plateColors,
      required: true,
      list: 'offered',
    }),
    enterprise_id: field.reference(text('所属车企', 'Coach operator'), {
      to: 'enterprise/enterprise',
      among: [['ent_type', 'IN', ['coach', 'car_rental']]],
      required: true,
    }),
    type: field.select(text('车型', 'Vehicle type'), { options: vehicleTypes, required: true }),
    seats: field.integer(text('核定载客（人）', 'Seating capacity'), {
      required: true,
      min: 2,
      max: 80,
      hint: text('含驾驶员', 'Including driver'),
    }),
    permit_no: field.identifier(text('道路运输证号', 'Road transport permit number'), {
      required: true,
      max: 40,
      search: true,
      list: 'offered',
    }),
    vin: field.identifier(text('车辆识别代号', 'Vehicle identification number'), {
      max: 25,
      search: true,
      list: 'offered',
    }),
    permit_valid_to: field.date(text('道路运输证有效期至', 'Road transport permit valid until'), { required: true }),
    inspect_valid_to: field.date(text('检验有效期至', 'Inspection valid until'), { required: true }),
    insurance_valid_to: field.date(text('承运人责任险有效期至', 'Carrier liability insurance valid until'), {
      required: true,
    }),
    papers_until: earliestExpiryField,
    validity: documentValidityField,
    gps_vendor: field.text(text('卫星定位服务商', 'Satellite positioning provider'), {
      max: 60,
      list: 'offered',
    }),
    gps_online_at: field.datetime(text('最近在线时间', 'Last online'), { write: 'server', list: 'offered' }),
    guide_seat: field.switch(text('导游专座', 'Guide seat'), { initial: '0', list: 'offered' }),
    photos: field.images(text('车辆照片', 'Vehicle photos'), { accept: 'jpg,jpeg,png,webp', list: 'never' }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'stated',
    initialByOffice: 'normal',
    states: {
      ...verification.states,
      maintenance: { ...text('检修', 'Under maintenance'), tone: 'warning', editable },
      stopped: { ...text('责令停运', 'Ordered off the road'), tone: 'bad', editable },
      scrapped: { ...text('已报废', 'Scrapped'), tone: 'muted', editable: false, final: true },
    },
    clocks: { verification: verification.clock },
    moves: {
      ...verification.moves,
      maintain: {
        from: ['normal'],
        to: 'maintenance',
        by: ['admin', 'member'],
        label: text('送修', 'Send for repair'),
        emits: 'in_repair',
        input: { reason: reasonField },
      },
      repaired: {
        from: ['maintenance'],
        to: 'normal',
        by: ['admin', 'member'],
        label: text('修复投用', 'Return to service'),
        tone: 'primary',
        emits: 'repaired',
      },
      stop: {
        from: ['normal', 'changing', 'maintenance'],
        to: 'stopped',
        label: text('责令停运', 'Order off the road'),
        tone: 'danger',
        emits: 'stopped',
        input: { reason: reasonField },
        effect: text(
          '停运期间不得派车；恢复由主管部门办理。',
          'The vehicle cannot be dispatched during this period; reinstatement is by the authority.',
        ),
      },
      resume: {
        from: ['stopped'],
        to: 'normal',
        label: text('准予投用', 'Reinstate'),
        tone: 'primary',
        emits: 'resumed',
        input: { reason: reasonField },
      },
      scrap: {
        from: ['stated', 'returned', 'normal', 'changing', 'maintenance', 'stopped'],
        to: 'scrapped',
        by: ['admin', 'member'],
        label: text('报废', 'Scrap'),
        tone: 'danger',
        emits: 'scrapped',
        input: { reason: reasonField },
        effect: text(
          '车牌可由其他车辆登记，不可恢复。',
          'The plate can be registered for another vehicle. This cannot be undone.',
        ),
      },
    },
  }),
});
export interface Vehicle extends Row<typeof vehicle> {}
