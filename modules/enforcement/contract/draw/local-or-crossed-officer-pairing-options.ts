import { text } from '#kernel/text/text.ts';

/** Where the officers of a pair come from (`kernel/random-draw/draw-record-types.ts`). */
export const pairingModes = {
  local: text('本地', 'Local'),
  crossed: text('异地交叉', 'One from elsewhere'),
} as const;
