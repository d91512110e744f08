import { messageTemplate } from '#kernel/message/declare-and-fill-message-template.ts';
import { text } from '#kernel/text/text.ts';

/** To a witness of a draw: the link with which they enter a seed. No officer reads it. */
export const messageToDrawWitnessWithLinkToEnterSeed = messageTemplate({
  code: 'draw_witness_code',
  label: text('抽取见证码', 'Code of a witness'),
  urgency: 'code',
  text: text(
    '请您以“{witness}”的身份见证抽取 {no}：打开 {address} 输入只有您知道的种子。两天内有效，请勿转发。',
    'You are a witness of draw {no} as “{witness}”: open {address} and enter a seed only you know. The link works for two days; do not pass it on.',
  ),
  places: {
    witness: { ...text('见证人', 'Witness'), sample: '企业代表' },
    no: { ...text('抽取编号', 'Number of the draw'), sample: 'SSJ20260001' },
    address: { ...text('见证页地址', 'Address'), sample: 'https://example.gov.cn/witness#3f9a', needed: true },
  },
});
