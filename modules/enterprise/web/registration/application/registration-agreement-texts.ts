import { type Text, text } from '#kernel/text/text.ts';

/** The commitment and the privacy notice of an application; `termsVersion` is their version. */
export const registrationAgreementTexts: Readonly<
  Record<'commitment' | 'privacy', { label: Text; title: Text; paragraphs: readonly Text[] }>
> = {
  commitment: {
    label: text(
      '我已阅读并作出《信用承诺书》中的承诺',
      'I have read the commitment letter and make the commitments in it',
    ),
    title: text('信用承诺书', 'Commitment letter'),
    paragraphs: [
      text(
        '一、所填信息和所交材料真实、准确、完整、有效，与实际经营情况一致。',
        '1. All information and documents provided are true, accurate, complete and valid, and consistent with actual operations.',
      ),
      text(
        '二、依法取得许可后经营，遵守文化和旅游市场管理的法律、法规、规章，公平竞争，诚信经营。',
        '2. We operate only with the permits required by law, comply with the laws and rules of the culture and tourism market, compete fairly and act in good faith.',
      ),
      text(
        '三、登记事项发生变化的，及时在本平台申请变更；许可证到期前办理延续。',
        '3. When registered details change we apply for the change on this platform without delay, and renew permits before they expire.',
      ),
      text(
        '四、接受主管部门依法监督检查；违背承诺的，愿依法承担责任，同意将违诺信息记入信用记录。',
        '4. We accept lawful supervision and inspection. If we breach these commitments we bear liability under the law and agree that the breach is entered in our credit record.',
      ),
    ],
  },
  privacy: {
    label: text('我已阅读并同意《个人信息处理告知》', 'I have read and agree to the privacy notice'),
    title: text('个人信息处理告知', 'Privacy notice'),
    paragraphs: [
      text(
        '一、处理者与目的：主管部门为办理市场主体登记、审核、监管和通知，处理法定代表人、联系人的姓名、手机号、证件号码和所交材料。',
        '1. Controller and purpose: to register, review, supervise and notify enterprises, the competent authority processes the names, mobile numbers, ID numbers and submitted documents of legal representatives and contacts.',
      ),
      text(
        '二、方式与期限：证件号码加密保存，页面只显示掩码，查看明文须写明理由并留痕。登记存续期间及其后法律规定的期限内保存；未提交的草稿 7 日后删除。',
        '2. Method and retention: ID numbers are stored encrypted and shown masked; viewing one in full requires a reason and is recorded. Data are kept while the registration lasts and for the period required by law afterwards; unsubmitted drafts are deleted after 7 days.',
      ),
      text(
        '三、不向无关第三方提供。法律、行政法规另有规定的除外。',
        '3. Data are not provided to unrelated third parties, except as required by laws and administrative regulations.',
      ),
      text(
        '四、您可以登录会员中心查阅、更正，或向主管部门申请删除。',
        '4. You can view and correct your data in the member centre, or ask the authority to delete them.',
      ),
    ],
  },
};
