import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { warning } from '../../contract/crowd-warning.ts';

type Input = Readonly<{ measures?: unknown; turned_away?: unknown }>;

/** Measures add up over the course of a warning, and so do those who were turned away. */
function addMeasures({ before, values }: ChangeContext<typeof warning>, { measures, turned_away }: Input): void {
  const added = Array.isArray(measures) ? measures.map(String) : [];
  values.measures = [...new Set([...(before.measures ?? []), ...added])];
  if (typeof turned_away === 'number') values.turned_away = (before.turned_away ?? 0) + turned_away;
  else delete values.turned_away;
}

/** Once late, always late: a higher level that is confirmed in time does not make up for it. */
function markLateConfirmation({ before, values }: ChangeContext<typeof warning>): void {
  const late = before.due_at !== null && Date.now() / 1000 > before.due_at;
  if (late || before.confirmed_late === '1') values.confirmed_late = '1';
}

export const crowdWarningWriteHooks: WriteHooks<typeof warning> = {
  moves: {
    confirm(context) {
      addMeasures(context, context.input);
      markLateConfirmation(context);
    },
    control: (context) => addMeasures(context, context.input),
    act: (context) => addMeasures(context, context.input),
    logCall({ input: { called, reason }, note }) {
      note(`${called}：${reason}`);
    },
  },
};
