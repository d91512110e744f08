import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';

const states = {
  on: { ...text('是', 'Yes'), tone: 'good' },
  off: { ...text('否', 'No'), tone: 'muted' },
} as const;

/** A flag as “yes” or “no”. */
export const YesNoCell = ({ on }: { on: boolean }) => <OptionTag option={on ? states.on : states.off} />;
