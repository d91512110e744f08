import { text } from '#kernel/text/text.ts';
import type { CheckPacksAnswer } from '../../contract/offline-check-pack-format.ts';

/** What officers say and write on site: at the door, in the record, when they order to correct. */
export const wordingForRightsNoticeRecordAndCorrectionOrder: CheckPacksAnswer['templates'] = [
  {
    name: text('表明身份与告知', 'Identification and rights'),
    lines: [
      text(
        '我们是执法人员，这是我们的执法证，请核对姓名和证号；扫描执法证上的码可以当场核验。',
        'We are enforcement officers. These are our certificates: please compare names and numbers. You can verify them by scanning their codes.',
      ),
      text(
        '今天依法对你单位进行检查，检查事项和依据见检查通知书。',
        'Today we check your business by law. Items and legal basis are in the notice.',
      ),
      text(
        '执法人员少于两人、未出示执法证或者未出示检查通知书的，你单位有权拒绝检查。',
        'You may refuse the check if there are fewer than two officers, or if no certificates or no notice are shown.',
      ),
      text(
        '你有权陈述和申辩；认为执法人员与检查有直接利害关系的，有权申请回避。你也有如实提供情况和资料的义务。',
        'You may state your case, and ask that an officer with a direct interest withdraws. You must answer truthfully and provide the documents.',
      ),
    ],
  },
  {
    name: text('现场检查笔录要点', 'What the record contains'),
    lines: [
      text('检查起止时间、地点，执法人员姓名和证号', 'Time and place, names and certificate numbers of the officers'),
      text('出示证件、告知权利义务的情况', 'That certificates were shown and rights explained'),
      text('逐项检查的情况，只写所见事实，不写结论', 'Each item: observed facts only, no conclusions'),
      text('提取的照片、资料及其来源', 'Pictures and documents, and where they come from'),
      text(
        '当事人核对后签字；拒绝签字的写明情况，由见证人签字或者录像',
        'The party reads and signs. A refusal is noted, with a witness or a video',
      ),
    ],
  },
  {
    name: text('责令改正要点', 'What an order to correct contains'),
    lines: [
      text('违法事实和违反的条款', 'What was found, and the article it breaches'),
      text('改正的内容和期限；能当场改正的当场改正', 'What to correct and by when; at once where possible'),
      text('逾期不改正的后果，申请复议和提起诉讼的途径', 'What follows otherwise, and how to appeal'),
    ],
  },
];
