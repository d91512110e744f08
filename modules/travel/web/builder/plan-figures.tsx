import { longestDay } from '#modules/travel/contract/plan-rules.ts';
import { translate } from '#web/i18n/locale.ts';
import { words } from './builder-words.ts';
import { sayMinutes } from './duration-words.ts';
import { type DayTotals, longestDrive, mostShopping } from './plan-totals.ts';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** How much of what is allowed, where something is; over it the line says so by more than colour. */
  readonly used?: number | undefined;
  readonly limit?: string;
}

function Figure({ label, value, used, limit }: FigureProps) {
  const over = used !== undefined && used > 1;
  return (
    <div className="xj-plan-figure" data-over={over || undefined}>
      <dt>{label}</dt>
      <dd>
        {over && <span aria-hidden="true">! </span>}
        {value}
        {limit && <span className="xj-plan-limit"> / {limit}</span>}
        {used !== undefined && (
          <span className="xj-plan-bar" aria-hidden="true">
            <i style={{ inlineSize: `${Math.min(100, Math.round(used * 100))}%` }} />
          </span>
        )}
      </dd>
    </div>
  );
}

const extrasWords = ({ extras, extrasFee }: DayTotals) =>
  translate(words.extrasOf, { n: extras, fee: (extrasFee / 100).toFixed(2) });

/** What a day adds up to, beside what is allowed. */
export function DayFigures({ totals }: { totals: DayTotals }) {
  const { span, driven, visited, shoppingShare, extras, shopping } = totals;
  return (
    <dl className="xj-plan-figures">
      <Figure
        label={translate(words.span)}
        value={sayMinutes(span)}
        used={span / longestDay}
        limit={sayMinutes(longestDay)}
      />
      <Figure
        label={translate(words.driven)}
        value={sayMinutes(driven)}
        used={driven / longestDrive}
        limit={sayMinutes(longestDrive)}
      />
      <Figure label={translate(words.visited)} value={sayMinutes(visited)} />
      <Figure
        label={translate(words.shopping)}
        value={`${shoppingShare ?? 0} %`}
        used={shopping > 0 ? (shoppingShare ?? 100) / mostShopping : 0}
        limit={`${mostShopping} %`}
      />
      {extras > 0 && <Figure label={translate(words.extras)} value={extrasWords(totals)} />}
    </dl>
  );
}

/** What all days add up to, in one line. */
export function PlanFigures({ totals, days, stops }: { totals: DayTotals; days: number; stops: number }) {
  const { driven, visited, shoppingShare, extras } = totals;
  return (
    <p className="xj-plan-whole">
      <b>{translate(words.whole, { days, stops })}</b>
      <span>
        {translate(words.driven)} {sayMinutes(driven)}
      </span>
      <span>
        {translate(words.visited)} {sayMinutes(visited)}
      </span>
      <span>
        {translate(words.shopping)} {shoppingShare ?? 0} %
      </span>
      {extras > 0 && (
        <span>
          {translate(words.extras)} {extrasWords(totals)}
        </span>
      )}
    </p>
  );
}
