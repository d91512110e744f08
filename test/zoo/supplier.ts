import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';

export const supplierVerification = {
  fields: ['name', 'licence_no'],
  holder: ['area_code'],
  rule: 'zoo_quarantine',
  states: { verified: { as: 'supplying', ...text('供货中', 'Supplying') } },
  moves: {
    verify: {
      when: [{ if: [['licence_no', 'NOT NULL']], else: text('尚未填写许可证号', 'No licence number entered yet') }],
    },
  },
} as const;
const { states, moves, clock, editable } = declareVerification(supplierVerification);

/** A supplier of food, entered by itself or by an officer, whose licence an officer verifies. */
export const supplier = resource({
  name: 'zoo/supplier',
  label: text('供应商', 'Suppliers'),
  icon: 'shop',
  title: 'name',
  scope: 'area',
  owner: 'user_id',
  members: { owner: ['index', 'add', 'edit', 'submit', 'change', 'withdrawChange'] },
  fields: {
    name: field.text(text('名称', 'Name'), { required: true, max: 60, search: true }),
    licence_no: field.identifier(text('许可证号', 'Licence number'), { max: 40 }),
    offers: field.text(text('供应品种', 'Offers'), { max: 100 }),
    area_code: field.area(text('地区', 'Area'), { required: true }),
    user_id: field.integer(text('会员', 'Member'), { key: true, write: 'server', list: 'never', filter: false }),
  },
  life: lifecycle({
    initial: 'pending',
    initialByOffice: 'supplying',
    states: { ...states, barred: { ...text('停止供货', 'Barred'), tone: 'bad', editable } },
    clocks: { verification: clock },
    moves: {
      ...moves,
      bar: {
        from: ['supplying'],
        to: 'barred',
        label: text('停止供货', 'Bar'),
        input: {
          told: field.switch(text('已告知供应商', 'The supplier was told'), { required: true, confirms: true }),
        },
      },
      readmit: { from: ['barred'], to: 'supplying', label: text('恢复供货', 'Readmit') },
    },
  }),
});
