import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { optionsOfLifecycleMovesRequiringText } from './lifecycle-moves-requiring-text-as-options.ts';

/** Maximum characters of a reply, the same as of the reasons it is inserted into. */
const longest = 500;

/**
 * Prepared answers that officers insert when they return, reject or explain, with `{name}` filled in from the row. The
 * bureau's replies belong to its area; a personal reply has `admin_id`, belongs to that officer alone and to no area.
 */
export const cannedReply = resource({
  name: 'message/reply',
  label: text('常用语', 'Reply templates'),
  empty: text('还没有常用语', 'No reply templates yet'),
  icon: 'comment',
  title: 'label',
  titleEnglish: 'label_en',
  scope: 'area',
  remark: text(
    '办理退回、不予通过等步骤时可选用；{name} 等处按记录填入。',
    'Offered for steps such as return and reject; places such as {name} are filled in from the record.',
  ),
  fields: {
    move: field.select(text('用于', 'Used for'), { optionList: optionsOfLifecycleMovesRequiringText, required: true }),
    label: field.text(text('简称', 'Short name'), { required: true, max: 20, search: true }),
    label_en: field.text(text('英文简称', 'English short name'), { max: 60, search: true, list: 'offered' }),
    content: field.textarea(text('中文内容', 'Chinese content'), { required: true, max: longest, search: true }),
    content_en: field.textarea(text('英文内容', 'English content'), { max: longest, search: true }),
    area_code: field.area(text('适用地区', 'Applicable area'), {
      hint: text('不填则为添加人的辖区', 'The area of the person adding it if left empty'),
    }),
  },
});
export interface CannedReply extends Row<typeof cannedReply> {}
