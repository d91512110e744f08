import type { FormContradictionWarnings } from '#web/form/state/form-contradiction-warnings-registry.ts';
import { childRowsIn } from '#web/resource/child-rows-in-form.ts';

/** Warns in the form of a reply of keywords that another active one has. */
const keywordConflicts: FormContradictionWarnings = {
  call: 'wechat.reply/conflicts',
  query: (values) => {
    const keywords = childRowsIn(values.keywords)
      .filter(({ match, keyword }) => match !== 'pattern' && typeof keyword === 'string' && keyword.trim() !== '')
      .map(({ keyword }) => String(keyword));
    if (values.trigger !== 'keyword' || typeof values.account_id !== 'number' || keywords.length === 0)
      return undefined;
    return {
      account_id: values.account_id,
      id: typeof values.id === 'number' ? values.id : 0,
      keywords: keywords.join('\n'),
    };
  },
};

export default keywordConflicts;
