import { text } from '#kernel/text/text.ts';

/** The sheet of the import template that lists the options of each column; its columns are called as theirs. */
export const optionsSheet = text('可选项', 'Options');
