import { useEffect, useState } from 'react';
import { loadCanvasFont } from '#web/chart/load-canvas-font.ts';
import { translate } from '#web/i18n/locale.ts';
import { translateDivisionName } from '#web/i18n/translate-division-name.ts';
import { mapTexts } from '../engine/map-texts.ts';
import type { AreaOutline } from './draw-division-boundaries-filled-by-value.ts';
import { type Boundary, fetchBoundary } from './fetch-division-boundary.ts';
import { loadAreaOutlineWithRetry } from './load-area-outline-with-retry.ts';
import { parentDivisionCode } from './parent-administrative-division-code.ts';

/** Translates the Chinese name of a shape into the language of the page. Cached shapes are translated already. */
function translateName({ properties }: Boundary['features'][number]): void {
  properties.name = translateDivisionName(properties.name);
}

/**
 * Loads the shapes of an area and of its neighbours, with names in the language of the page; undefined when the request
 * fails.
 */
async function readOutline(code: string): Promise<AreaOutline | undefined> {
  const parent = parentDivisionCode(code);
  const none = (): undefined => undefined;
  const [own, around] = await Promise.all([
    fetchBoundary(code).catch(none),
    parent ? fetchBoundary(parent).catch(none) : undefined,
  ]);
  if (!own) return undefined;
  for (const one of [own, around]) one?.features.forEach(translateName);
  // Labels are drawn on a canvas, and only once: the font must have their characters by then.
  const names = [own, around].flatMap((one) => one?.features.map((each) => each.properties.name) ?? []);
  names.push(translate(mapTexts.southSea));
  await loadCanvasFont(names.join(''));
  return { code, own, around };
}

/** The shapes of an area; those of the previous area stay until the new ones are loaded or their request fails. */
export function useAreaOutline(code: string): AreaOutline | undefined {
  const [loaded, setLoaded] = useState<AreaOutline>();
  useEffect(() => loadAreaOutlineWithRetry(code, readOutline, setLoaded), [code]);
  return loaded;
}
