import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { invitationAnswers, mediationModes } from './complaint-select-options-applicable-rule-and-limits.ts';

/** What the office enters to invite both parties to a session of mediation. */
export const mediationInvitationFields = {
  session_at: field.datetime(text('调解时间', 'Session at'), { required: true }),
  session_mode: field.select(text('调解方式', 'Way of the session'), { required: true, options: mediationModes }),
  session_place: field.text(text('调解地点', 'Place of the session'), {
    max: 200,
    hint: text('地址、会议链接或拨打的电话', 'Address, link of the meeting, or number that is called'),
  }),
};

/** What the complainant answers. */
export const invitationAnswerFields = {
  session_answer: field.select(text('是否参加', 'Do you take part?'), { required: true, options: invitationAnswers }),
  session_remark: field.textarea(text('说明', 'Remark'), { max: 300 }),
};
