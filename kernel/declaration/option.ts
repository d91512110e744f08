import type { Text } from '../text/text.ts';

/** Meaning of an option or a state at a glance. Always shown together with its label, never by colour alone. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad' | 'muted';

export interface Option extends Text {
  readonly tone?: Tone;
}
