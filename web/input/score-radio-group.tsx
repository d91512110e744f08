import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import './score-radio-group.css';

const texts = {
  points: text('{n} 分', '{n} out of 5'),
  scale: text('1 分很差，5 分很好', '1 is very poor, 5 is very good'),
  required: text('请选择一个分数', 'Choose a score'),
};
const scores = [1, 2, 3, 4, 5] as const;

/** Says which end of the scale is the good one, once above the scores of a form. */
export function ScoreScaleHint() {
  const t = useText();
  return <p className="xj-score-scale">{t(texts.scale)}</p>;
}

/** Takes away the message of a score, which every button of its group carries until one is chosen. */
const clearMessage = (chosen: HTMLInputElement): void => {
  for (const one of chosen.form?.elements ?? [])
    if (one instanceof HTMLInputElement && one.name === chosen.name) one.setCustomValidity('');
};

/** A score from 1 to 5 in a plain form, as the radio buttons `name`. One must be chosen. */
export function ScoreRadioGroup({ name, label }: { readonly name: string; readonly label: string }) {
  const t = useText();
  return (
    <fieldset className="xj-score">
      <legend>{label}</legend>
      {scores.map((n) => (
        <label key={n}>
          <input
            type="radio"
            name={name}
            value={n}
            required
            aria-label={t(texts.points, { n })}
            // the browser would say it in its own language
            onInvalid={({ currentTarget }) => currentTarget.setCustomValidity(t(texts.required))}
            onChange={({ currentTarget }) => clearMessage(currentTarget)}
          />
          <span aria-hidden="true">{n}</span>
        </label>
      ))}
    </fieldset>
  );
}
