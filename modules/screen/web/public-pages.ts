import type { OpenPage } from '#web/shell/shell-parts.ts';
import { remotePage } from '../contract/remote.ts';

/** Pages anybody may open. They come before signing in, so this file imports names and texts alone. */
export const screenPages: readonly OpenPage[] = [{ ...remotePage, load: () => import('./remote-page.tsx') }];
