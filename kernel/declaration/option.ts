import type { Text } from '../text/text.ts';

/** What an option or a state means at a glance; always drawn together with its word, never as colour alone. */
export type Tone = 'neutral' | 'progress' | 'good' | 'warning' | 'bad' | 'muted';

export interface Option extends Text {
  readonly tone?: Tone;
}
