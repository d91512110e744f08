import type { ChangeContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type { warning } from '../../contract/warning.ts';

type Input = Readonly<{ measures?: unknown; turned_away?: unknown }>;

/** Measures add up over the course of a warning, and so do those who were turned away. */
function addMeasures({ before, values }: ChangeContext<typeof warning>, { measures, turned_away }: Input): void {
  const added = Array.isArray(measures) ? measures.map(String) : [];
  values.measures = [...new Set([...(before.measures ?? []), ...added])];
  if (typeof turned_away === 'number') values.turned_away = (before.turned_away ?? 0) + turned_away;
  else delete values.turned_away;
}

export const warningWriteHooks: WriteHooks<typeof warning> = {
  moves: {
    confirm: (context) => addMeasures(context, context.input),
    control: (context) => addMeasures(context, context.input),
    act: (context) => addMeasures(context, context.input),
    logCall({ input: { called, reason }, note }) {
      note(`${called}：${reason}`);
    },
  },
};
