import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Words of one meaning: who searches for one of them finds the others too. */
export const helpSynonym = resource({
  name: 'help/synonym',
  label: text('同义词', 'Synonyms'),
  icon: 'swap',
  title: 'terms',
  scope: 'all',
  comments: false,
  fields: {
    terms: field.text(text('同义的词', 'Words of one meaning'), {
      required: true,
      min: 3,
      max: 200,
      search: true,
      unique: true,
      hint: text('以空格分开，如“民宿 客栈 家庭旅馆”', 'Separated by spaces: “guest-house homestay inn”'),
    }),
  },
});
export interface HelpSynonym extends Row<typeof helpSynonym> {}
