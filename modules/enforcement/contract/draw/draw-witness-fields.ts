import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** How the code of a witness is handed over. Only a shown one can be read by the officer who issues it. */
export const witnessCodeHandoverWays = {
  email: text('发到见证人邮箱', 'Sent to the e-mail address of the witness'),
  mobile: text('发到见证人手机', 'Sent to the mobile of the witness'),
  screen: text('在承办人屏幕上出示', 'Shown on the screen of an officer'),
} as const;
export type WitnessCodeHandoverWay = keyof typeof witnessCodeHandoverWays;

const server = { write: 'server' } as const;

/** Fields of a witness, of whatever is drawn. */
export const drawWitnessFields = {
  name: field.text(text('见证人', 'Witness'), {
    required: true,
    max: 60,
    hint: text(
      '随承诺公开；写单位和身份，如“驻局纪检组”“企业代表”',
      'Published with the commitment: office and capacity, such as “discipline inspection” or “representative of enterprises”',
    ),
  }),
  email: field.email(text('邮箱', 'E-mail'), {
    privacy: 'masked',
    hint: text(
      '见证人自己的；见证码发到这里，承办人看不到',
      'Their own. The code is sent there, and no officer sees it',
    ),
  }),
  mobile: field.mobile(text('手机', 'Mobile'), {
    privacy: 'masked',
    hint: text('见证人自己的；没有邮箱时，见证码用短信发送', 'Their own. The code is sent there if there is no e-mail'),
  }),
  code_way: field.select(text('见证码交付方式', 'How the code was handed over'), {
    options: witnessCodeHandoverWays,
    ...server,
  }),
  code_to: field.text(text('见证码发至', 'Code sent to'), server),
  code_at: field.datetime(text('见证码发放时间', 'Code issued at'), server),
  code_by: field.reference(text('见证码承办人', 'Code issued by'), {
    to: 'auth/admin',
    reach: 'all',
    related: false,
    ...server,
  }),
  entered_at: field.datetime(text('输入时间', 'Entered at'), server),
} as const;
