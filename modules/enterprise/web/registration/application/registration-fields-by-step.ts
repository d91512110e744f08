import type { Fields } from '#kernel/declaration/field.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { enterprise } from '../../../contract/enterprise.ts';

const { fields } = enterprise;

/** Inputs of an applicant that are not fields of the enterprise. */
const own = {
  parent_uscc: field.creditCode(text('所属旅行社的统一社会信用代码', 'Credit code of the parent travel agency'), {
    required: true,
    hint: text(
      '分社、服务网点须有正常经营的旅行社',
      'A branch or outlet must have a parent travel agency in operation',
    ),
  }),
  username: field.account(text('登录账号', 'Account'), {
    required: true,
    hint: text(
      '3 到 15 位，字母开头，可用字母、数字、下划线',
      '3 to 15 letters, digits or underscores, starting with a letter',
    ),
  }),
  password: field.password(text('密码', 'Password'), {
    required: true,
    hint: text('6 到 32 位，不能包含 & < > " \'', '6 to 32 characters, without & < > " or \''),
  }),
  password_confirm: field.password(text('再次输入密码', 'Confirm password'), { required: true }),
} as const;

/** All fields of the application; required uploads are required here, although officers may add them later. */
export const applicationFields: Fields = {
  ...fields,
  business_license: { ...fields.business_license, required: true },
  photo_front: {
    ...fields.photo_front,
    required: true,
    hint: text('能看清招牌与门牌', 'The sign and door number must be legible'),
  },
  tourism_scope: { ...fields.tourism_scope, required: true },
  ...own,
};

export const stepKeys = ['subject', 'contact', 'place', 'confirm'] as const;
export type StepKey = (typeof stepKeys)[number];

/** Fields of each step: required and optional ones. */
export const stepFields: Readonly<Record<StepKey, { required: readonly string[]; optional: readonly string[] }>> = {
  subject: {
    required: ['ent_type', 'uscc', 'parent_uscc', 'name', 'legal_person', 'tourism_scope'],
    optional: ['short_name', 'grade', 'reg_capital', 'reg_date', 'employees', 'biz_scope', 'website', 'icp_no'],
  },
  contact: {
    required: ['contact_name', 'contact_mobile', 'legal_mobile', 'username', 'password', 'password_confirm'],
    optional: ['legal_id_type', 'legal_id_no', 'email'],
  },
  place: {
    required: ['area_code', 'address', 'place', 'business_license', 'license_expire', 'photo_front'],
    optional: ['reg_area_code'],
  },
  confirm: { required: [], optional: [] },
};

export const hasParentAgency = (type: unknown): boolean => type === 'agency_branch' || type === 'agency_outlet';

/** Whether a field applies to an enterprise type, such as the parent agency or the kinds of business. */
export const fieldApplies = (type: unknown, name: string): boolean =>
  name === 'parent_uscc' ? hasParentAgency(type) : name === 'tourism_scope' ? type === 'agency' : true;

/** The step of a field. */
export const stepOf = (name: string): StepKey | undefined =>
  stepKeys.find((key) => stepFields[key].required.includes(name) || stepFields[key].optional.includes(name));

/** The fields of an applicant; all other fields belong to officers. */
export const applicantFields: Fields = Object.fromEntries(
  stepKeys
    .flatMap((key) => [...stepFields[key].required, ...stepFields[key].optional])
    .flatMap((name) => (applicationFields[name] ? [[name, applicationFields[name]]] : [])),
);
