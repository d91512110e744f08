import { type Place, placeSources } from '#kernel/kind/place.ts';
import { text } from '#kernel/text.ts';
import { speak } from '#web/i18n/locale.ts';

const words = {
  metres: text('{from}，误差约 {n} 米', '{from}, accurate to about {n} m'),
  kilometres: text('{from}，误差可达 {n} 公里', '{from}, may be off by up to {n} km'),
};

/** Where a place is from and how exact it is, as people say it; empty where nobody knows. */
export function foundWords({ from, accuracy }: Place): string {
  if (!from) return '';
  const source = speak(placeSources[from]);
  if (accuracy === undefined) return source;
  return accuracy < 1000
    ? speak(words.metres, { from: source, n: accuracy })
    : speak(words.kilometres, { from: source, n: Math.ceil(accuracy / 1000) });
}
