import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** What the zoo tells the public: written by an officer, read by everybody once it is posted. */
export const board = resource({
  name: 'zoo/board',
  label: text('公告', 'Announcements'),
  icon: 'notification',
  title: 'title',
  scope: 'area',
  published: {
    when: [['status', '=', 'posted']],
    fields: ['title', 'body', 'story', 'species_id', 'contact', 'signed', 'mobile', 'id_no', 'fee', 'area_code'],
    inFull: ['signed'],
    moves: ['post'],
    override: 'harmless',
  },
  materialisedTotals: {
    by_status: { by: ['status'] },
    by_day: { by: ['status'], at: 'createtime' },
  },
  fields: {
    title: field.text(text('标题', 'Title'), { required: true, max: 100, search: true }),
    body: field.textarea(text('正文', 'Text'), { max: 2000, screened: true }),
    story: field.editor(text('详情', 'Story'), { list: 'never', screened: true }),
    species_id: field.reference(text('物种', 'Species'), { to: 'zoo/species' }),
    contact: field.personName(text('联系人', 'Contact')),
    signed: field.personName(text('签发人', 'Signed by')),
    mobile: field.mobile(text('联系手机', 'Mobile'), { privacy: 'masked' }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), { privacy: 'masked' }),
    fee: field.money(text('费用（元）', 'Fee (CNY)'), { quantity: true }),
    remark: field.textarea(text('内部备注', 'Internal remark'), { list: 'never' }),
    area_code: field.area(text('地区', 'Area'), { required: true, level: 3 }),
  },
  life: lifecycle({
    initial: 'draft',
    states: {
      draft: { ...text('草稿', 'Draft'), tone: 'muted' },
      posted: { ...text('已公开', 'Posted'), tone: 'good', editable: true },
    },
    moves: {
      post: {
        from: ['draft'],
        to: 'posted',
        label: text('公开', 'Post'),
        tone: 'primary',
        screens: true,
        input: {
          harmless: field.switch(text('文中号码不属于个人，仍然公开', 'The numbers belong to nobody: post anyway')),
        },
      },
      withdraw: { from: ['posted'], to: 'draft', label: text('撤回', 'Withdraw') },
    },
  }),
});
