import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import './score-radio-group.css';

const points = text('{n} 分', '{n} out of 5');
const scores = [1, 2, 3, 4, 5] as const;

/** A score from 1 to 5 in a plain form, as the radio buttons `name`. One must be chosen. */
export function ScoreRadioGroup({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useText();
  return (
    <fieldset className="xj-score">
      <legend>{label}</legend>
      {scores.map((n) => (
        <label key={n}>
          <input type="radio" name={name} value={n} required aria-label={t(points, { n })} />
          <span aria-hidden="true">{n}</span>
        </label>
      ))}
    </fieldset>
  );
}
