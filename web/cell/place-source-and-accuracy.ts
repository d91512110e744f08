import { type Place, placeSources } from '#kernel/kind/place-on-map.ts';
import { text } from '#kernel/text/text.ts';
import { translate } from '#web/i18n/locale.ts';

const texts = {
  metres: text('{from}，误差约 {n} 米', '{from}, accurate to about {n} m'),
  kilometres: text('{from}，误差可达 {n} 公里', '{from}, may be off by up to {n} km'),
};

/** Source and accuracy of a place, in words; empty where neither is known. */
export function formatPlaceSourceAndAccuracy({ from, accuracy }: Place): string {
  if (!from) return '';
  const source = translate(placeSources[from]);
  if (accuracy === undefined) return source;
  return accuracy < 1000
    ? translate(texts.metres, { from: source, n: accuracy })
    : translate(texts.kilometres, { from: source, n: Math.ceil(accuracy / 1000) });
}
