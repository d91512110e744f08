import { text } from '#kernel/text/text.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { opinionAlertRule } from '../../contract/opinion-alert-rule.ts';
import { previewTopicsOfAlertRule } from './preview-topics-of-alert-rule.ts';
import { phrasesOf } from './select-topics-that-meet-alert-rule-sql.ts';

const texts = {
  phrases: text('至少填写一个词语', 'Enter at least one phrase'),
};

/**
 * Hooks of rules: check the phrases, count the alerts of a preview, and clear the preview on edit. The move `switchOn`
 * itself requires one.
 */
export const opinionAlertRuleWriteHooks: WriteHooks<typeof opinionAlertRule> = {
  add({ values, fail }) {
    if (values.phrases && phrasesOf(values.phrases).length === 0) fail('phrases', texts.phrases);
  },
  edit({ values, fail }) {
    if (values.phrases && phrasesOf(values.phrases).length === 0) fail('phrases', texts.phrases);
    values.previewed_at = null;
    values.would_raise = null;
  },
  moves: {
    async preview({ tx, values, before }) {
      values.would_raise = (await previewTopicsOfAlertRule(tx, before.id)).length;
    },
  },
};
