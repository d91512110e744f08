import { type Keeping, keepProgram } from '#web/http/keep-program.ts';
import { fetchKept } from '#web/http/kept-answer.ts';
import type { Area } from '#web/session/area.ts';
import { keepBoot } from './kept-boot.ts';

/** Keeps the pages of the road for when there is no network: their program, and what this account is started with. */
export function keepInside(area: Area, asked = false): Promise<Keeping> {
  keepBoot(area);
  return keepProgram('inside', asked);
}

/** Ms after which a phone that has just shown its first page has time for this. */
const settled = 5000;

/**
 * Keeps them on a phone whose owner may open them, once the first page has settled, with the public answers they are worked
 * with there. Returns how to call it off.
 */
export function keepInsideLater(area: Area, answers: readonly string[]): () => void {
  if (!window.matchMedia('(pointer: coarse)').matches) return () => undefined;
  const timer = setTimeout(async () => {
    if ((await keepInside(area)) !== 'kept') return;
    for (const path of answers) await fetchKept(path).catch(() => undefined);
  }, settled);
  return () => clearTimeout(timer);
}
