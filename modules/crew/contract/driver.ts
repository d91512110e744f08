import type { Row } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';
import { licenceClasses } from './crew-options.ts';
import { crewVerificationDeadlineRuleAndChangeText } from './crew-verification-deadline-rule-and-change-text.ts';
import {
  documentsNotExpired,
  documentValidityField,
  earliestExpiryField,
  reasonField,
} from './document-validity-and-reason-fields-of-crew.ts';

/** The bureau vouches for identity, licence and dates. */
const verification = declareVerification({
  fields: ['name', 'id_no', 'licence_class', 'licence_valid_to', 'qualification_no', 'qualification_valid_to'],
  holder: ['enterprise_id'],
  rule: crewVerificationDeadlineRuleAndChangeText.rule,
  states: { pending: { as: 'stated' }, verified: { as: 'working', ...text('在岗', 'On duty') } },
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
  'rest',
  'work',
  'leave',
] as const;

/** Conditions for choosing a driver. */
export const usableDriver: readonly RowCondition[] = [['status', 'IN', ['working', 'changing']], documentsNotExpired];

/** A driver of a coach operator, with driving licence and passenger transport qualification (domain reference §2.F). */
export const driver = resource({
  name: 'crew/driver',
  label: text('驾驶员', 'Drivers'),
  icon: 'solution',
  title: 'name',
  subtitle: ['enterprise_id', 'qualification_no', 'mobile'],
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  listed: [
    'name',
    'status',
    'validity',
    'enterprise_id',
    'licence_class',
    'papers_until',
    'mobile',
    'qualification_no',
    'area_code',
    'due_at',
  ],
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: {
      licence_valid_to: text('驾驶证', 'Driving licence'),
      qualification_valid_to: text('客运从业资格证', 'Passenger transport qualification'),
    },
    in: ['stated', 'working', 'changing', 'resting', 'stopped'],
    validity: 'validity',
    mobile: 'contact_mobile',
    office: 'verifyChange',
  },
  measures: { drivers: { label: text('驾驶员', 'Drivers'), by: ['status', 'validity', 'licence_class'] } },
  fields: {
    enterprise_id: field.reference(text('所属车企', 'Coach operator'), {
      to: 'enterprise/enterprise',
      among: [['ent_type', 'IN', ['coach', 'car_rental']]],
      required: true,
    }),
    name: field.personName(text('姓名', 'Name'), { required: true, search: true }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), {
      privacy: 'masked',
      required: true,
      unique: ['enterprise_id'],
    }),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', required: true }),
    licence_class: field.select(text('准驾车型', 'Licence class'), { options: licenceClasses, required: true }),
    licence_valid_to: field.date(text('驾驶证有效期至', 'Driving licence valid until'), {
      endless: text('长期有效', 'Unlimited'),
    }),
    qualification_no: field.identifier(text('客运从业资格证号', 'Passenger transport qualification number'), {
      required: true,
      max: 40,
      search: true,
    }),
    qualification_valid_to: field.date(text('从业资格有效期至', 'Qualification valid until'), { required: true }),
    papers_until: earliestExpiryField,
    validity: documentValidityField,
    medical_on: field.date(text('最近体检日期', 'Last medical examination'), { list: 'offered' }),
    points: field.integer(text('本记分周期已记分', 'Penalty points in this period'), {
      min: 0,
      max: 24,
      initial: 0,
      list: 'offered',
    }),
    stopped_area: field.area(text('停岗决定机关所在地区', 'Area of the office that ordered the stop'), {
      write: 'server',
      list: 'offered',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'stated',
    initialByOffice: 'working',
    states: {
      ...verification.states,
      resting: { ...text('暂不派遣', 'Off duty'), tone: 'muted', editable },
      // A suspension is stored only in the driver's rows, one per enterprise. If an enterprise could end the employment
      // or delete the row, another enterprise could have the person verified anew. A suspended driver therefore stays
      // suspended until the authority lifts the order; until then the enterprise can neither end the employment nor
      // delete the row. It enters the end of the employment afterwards. An officer may delete a row entered by mistake.
      stopped: {
        ...text('责令停岗', 'Ordered off duty'),
        tone: 'bad',
        editable,
        deletable: { member: false },
      },
      left: { ...text('已离职', 'Left'), tone: 'muted', editable: false, final: true },
    },
    clocks: { verification: verification.clock },
    moves: {
      ...verification.moves,
      rest: {
        from: ['working'],
        to: 'resting',
        by: ['admin', 'member'],
        label: text('暂不派遣', 'Take off duty'),
        emits: 'rested',
        input: { reason: reasonField },
      },
      work: {
        from: ['resting'],
        to: 'working',
        by: ['admin', 'member'],
        label: text('恢复派遣', 'Return to duty'),
        tone: 'primary',
        emits: 'back',
      },
      stop: {
        from: ['working', 'changing', 'resting'],
        to: 'stopped',
        label: text('责令停岗', 'Order off duty'),
        tone: 'danger',
        emits: 'stopped',
        input: { reason: reasonField },
        effect: text(
          '停岗期间不得派遣，本人在其他车企的登记一并停岗；恢复由主管部门办理。',
          'The driver cannot be assigned during this period, including at other operators where registered; reinstatement is by the authority.',
        ),
      },
      resume: {
        from: ['stopped'],
        to: 'working',
        label: text('准予上岗', 'Reinstate'),
        tone: 'primary',
        emits: 'resumed',
        input: { reason: reasonField },
        effect: text(
          '由作出停岗决定的机关或其上级办理；本人在其他车企的登记一并恢复。',
          'For the office that ordered the stop, or one above it; they may drive for every firm they are on record with again.',
        ),
      },
      leave: {
        from: ['stated', 'returned', 'working', 'changing', 'resting'],
        to: 'left',
        by: ['admin', 'member'],
        label: text('离职', 'Record departure'),
        emits: 'left',
        input: { reason: reasonField },
      },
    },
  }),
});
export interface Driver extends Row<typeof driver> {}
