import type { PublicPage } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';

/** Path of the page. The code of the witness follows it after `#`, so that it stands in no log of a server or proxy. */
export const drawWitnessSeedPath = '/witness';

/** Public page on which a witness of a draw enters a seed, by a one-time code. */
export const drawWitnessSeedPage = {
  name: 'enforcement/witness',
  path: drawWitnessSeedPath,
  title: text('抽取见证', 'Witness a draw'),
} as const satisfies PublicPage;

/** Characters of a seed. */
export const witnessSeedLength = { min: 6, max: 200 } as const;
