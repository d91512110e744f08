import type { Hooks } from '#server/write/hook/hooks.ts';
import type { evaluation } from '../contract/evaluation.ts';

/** Hooks of evaluations: the enterprise reads what is shown, and nothing that is hidden. */
export const evaluationHooks: Hooks<typeof evaluation> = {
  moves: {
    show({ values, before }) {
      values.recipient_id = before?.enterprise_id ?? null;
      values.hidden_reason = null;
    },
    hide({ values }) {
      values.recipient_id = null;
    },
  },
};
