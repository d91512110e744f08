import type { Text } from '../text/text.ts';

/** What an option or a state means at a glance. It sets the colour of the label, and never replaces the label. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad' | 'muted';

export interface Option extends Text {
  readonly tone?: Tone;
}
