import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';

/** The form with which an officer has the bulletin of a month written. `initial`: a month such as `2026-11`. */
export const complaintBulletinMonthForm = (initial: string) =>
  ({
    title: text('月度通报', 'Monthly bulletin'),
    lead: text(
      '按您能看到的投诉生成 Word 文档，完成后在“任务”中下载。',
      'Written as a Word document from the complaints that you see. You find it among your jobs.',
    ),
    ok: text('生成', 'Write it'),
    path: '/admin/complaint.complaint/bulletin',
    fields: {
      month: field.text(text('月份', 'Month'), {
        required: true,
        max: 7,
        initial,
        hint: text('如 2026-11', 'Such as 2026-11'),
      }),
    },
  }) as const;
