import { text } from '#kernel/text/text.ts';
import { OptionTag } from '#web/cell/option-tag.tsx';

const states = {
  on: { ...text('是', 'Yes'), tone: 'good' },
  alarm: { ...text('是', 'Yes'), tone: 'bad' },
  off: { ...text('否', 'No'), tone: 'muted' },
} as const;

/** A flag as “yes” or “no”. */
export const YesNoCell = ({ on, alarms }: { on: boolean; alarms: boolean }) => (
  <OptionTag option={on ? (alarms ? states.alarm : states.on) : states.off} />
);
