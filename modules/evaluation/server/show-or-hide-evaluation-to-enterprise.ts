import { maskPersonalNumbers } from '#kernel/check/find-personal-numbers-in-text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { evaluation } from '../contract/evaluation-of-team-or-complaint-handling.ts';

/** WriteHooks of evaluations: the enterprise reads what is shown, and nothing that is hidden. */
export const evaluationWriteHooks: WriteHooks<typeof evaluation> = {
  moves: {
    show({ values, before }) {
      values.recipient_id = before?.enterprise_id ?? null;
      values.hidden_reason = null;
    },
    hide({ values }) {
      values.recipient_id = null;
    },
    // an answer must not say who was meant
    reply({ values, input }) {
      values.reply = maskPersonalNumbers(input.reply, shanghaiToday());
    },
  },
};
