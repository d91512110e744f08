import { field } from '#kernel/field/field.ts';
import { validities } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** A person with all kinds of personal data, in the scope of a department. */
export const keeper = resource({
  name: 'zoo/keeper',
  label: text('饲养员', 'Keepers'),
  icon: 'team',
  title: 'name',
  scope: 'department',
  remark: text('离职人员保留三年。', 'Those who left are kept for three years.'),
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: { healthy_until: { ...text('健康证', 'Health certificate'), named: 'course' } },
    validity: 'validity',
    soon: 14,
    mobile: 'mobile',
    office: 'edit',
  },
  fields: {
    name: field.personName(text('姓名', 'Name'), { required: true, search: true }),
    account: field.account(text('账号', 'Account'), { required: true, unique: true, search: true }),
    password: field.password(text('密码', 'Password'), { privacy: 'hidden', list: 'never', filter: false }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), {
      required: true,
      privacy: 'masked',
      unique: ['department_id'],
    }),
    mobile: field.mobile(text('手机', 'Mobile'), { required: true, privacy: 'masked' }),
    email: field.email(text('电子邮箱', 'E-mail'), { unique: true }),
    plate: field.plate(text('车牌号', 'Plate'), { privacy: 'masked', list: 'offered' }),
    website: field.url(text('主页', 'Website'), { list: 'offered' }),
    course: field.select(text('培训', 'Course'), {
      options: { cats: text('猛兽证', 'Certificate for cats'), birds: text('禽类证', 'Certificate for birds') },
      list: 'offered',
    }),
    healthy_until: field.date(text('健康证有效期至', 'Certificate valid until'), { list: 'offered' }),
    validity: field.select(text('有效性', 'Validity'), { write: 'server', options: validities }),
    department_id: field.reference(text('部门', 'Department'), { to: 'auth/department', required: true }),
    species: field.references(text('饲养物种', 'Species kept'), { to: 'zoo/species' }),
    areas: field.branches(text('负责范围', 'In charge of'), { to: 'zoo/species' }),
  },
});
