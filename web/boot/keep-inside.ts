import { type Keeping, keepProgram } from '#web/http/keep-program.ts';
import { fetchKept } from '#web/http/kept-answer.ts';
import type { Area } from '#web/session/area.ts';
import { keepBoot } from './kept-boot.ts';

/** Keeps the pages of the road for when there is no network: their program, and what this account is started with. */
export function keepInside(area: Area, asked = false): Promise<Keeping> {
  keepBoot(area);
  return keepProgram('inside', asked);
}

/** The same, with the public answers they are worked with there. */
export async function keepInsideWith(area: Area, answers: readonly string[]): Promise<void> {
  if ((await keepInside(area)) !== 'kept') return;
  for (const path of answers) await fetchKept(path).catch(() => undefined);
}
