import type { Move } from '#kernel/declaration/lifecycle.ts';
import type { Option } from '#kernel/declaration/option.ts';
import type { AnyResource, Row } from '#kernel/declaration/resource.ts';
import { field, kindOf } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/resource.ts';
import { text } from '#kernel/text/text.ts';

let moves: Readonly<Record<string, Option>> = {};

/** Whether a move requires free text: a reason, an opinion, or remarks on marked fields. */
const requiresText = ({ marks, input = {} }: Move): boolean =>
  marks === true || Object.values(input).some((one) => kindOf(one).typed === 'lines');

/** Registers the moves that replies can be written for. `complete` of the module. */
export function registerMovesRequiringText(declared: readonly AnyResource[]): void {
  moves = Object.fromEntries(
    declared.flatMap(({ name, label, life }) =>
      Object.entries<Move>(life?.moves ?? {})
        .filter(([, move]) => requiresText(move))
        .map(([move, one]) => [
          `${name}.${move}`,
          text(`${label['zh-cn']} · ${one.label['zh-cn']}`, `${label.en}: ${one.label.en}`),
        ]),
    ),
  );
}

/** Moves that require free text: `enterprise/enterprise.return`. */
export const movesRequiringText: { readonly options: Readonly<Record<string, Option>> } = {
  get options() {
    return moves;
  },
};

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
    move: field.select(text('用于', 'Used for'), { optionList: movesRequiringText, required: true }),
    label: field.text(text('简称', 'Short name'), { required: true, max: 20, search: true }),
    label_en: field.text(text('英文简称', 'English short name'), { max: 60, list: 'offered' }),
    content: field.textarea(text('中文内容', 'Chinese content'), { required: true, max: longest, search: true }),
    content_en: field.textarea(text('英文内容', 'English content'), { max: longest, search: true }),
    area_code: field.area(text('适用地区', 'Applicable area'), {
      hint: text('不填则为添加人的辖区', 'The area of the person adding it if left empty'),
    }),
  },
});
export interface CannedReply extends Row<typeof cannedReply> {}
