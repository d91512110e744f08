import { text } from '#kernel/text/text.ts';

/** Name of the template's sheet that lists the options of each column, under the same labels. */
export const optionsSheetName = text('可选项', 'Options');
