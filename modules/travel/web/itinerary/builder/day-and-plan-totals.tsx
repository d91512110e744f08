import { maxDayMinutes } from '#modules/travel/contract/product/find-tour-plan-faults.ts';
import { translate } from '#web/i18n/locale.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { formatMinutes } from './plan/format-duration.ts';
import { type DayTotals, maxDrivingMinutes, maxShoppingPercent } from './plan/plan-totals-and-warnings.ts';

interface FigureProps {
  readonly label: string;
  readonly value: string;
  /** Share of the limit that is used, if there is one; above it the line says so in text as well as in colour. */
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

const describeExtras = ({ extras, extrasFee }: DayTotals) =>
  translate(builderTexts.extrasOf, { n: extras, fee: (extrasFee / 100).toFixed(2) });

/** Totals of a day and their limits. */
export function DayTotalsLine({ totals }: { totals: DayTotals }) {
  const { span, driven, visited, shoppingShare, extras, shopping } = totals;
  return (
    <dl className="xj-plan-figures">
      <Figure
        label={translate(builderTexts.span)}
        value={formatMinutes(span)}
        used={span / maxDayMinutes}
        limit={formatMinutes(maxDayMinutes)}
      />
      <Figure
        label={translate(builderTexts.driven)}
        value={formatMinutes(driven)}
        used={driven / maxDrivingMinutes}
        limit={formatMinutes(maxDrivingMinutes)}
      />
      <Figure label={translate(builderTexts.visited)} value={formatMinutes(visited)} />
      <Figure
        label={translate(builderTexts.shopping)}
        value={`${shoppingShare ?? 0} %`}
        used={shopping > 0 ? (shoppingShare ?? 100) / maxShoppingPercent : 0}
        limit={`${maxShoppingPercent} %`}
      />
      {extras > 0 && <Figure label={translate(builderTexts.extras)} value={describeExtras(totals)} />}
    </dl>
  );
}

/** Totals of all days in one line. */
export function PlanTotalsLine({ totals, days, stops }: { totals: DayTotals; days: number; stops: number }) {
  const { driven, visited, shoppingShare, extras } = totals;
  return (
    <p className="xj-plan-whole">
      <b>{translate(builderTexts.whole, { days, stops })}</b>
      <span>
        {translate(builderTexts.driven)} {formatMinutes(driven)}
      </span>
      <span>
        {translate(builderTexts.visited)} {formatMinutes(visited)}
      </span>
      <span>
        {translate(builderTexts.shopping)} {shoppingShare ?? 0} %
      </span>
      {extras > 0 && (
        <span>
          {translate(builderTexts.extras)} {describeExtras(totals)}
        </span>
      )}
    </p>
  );
}
