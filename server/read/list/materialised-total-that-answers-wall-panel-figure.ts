import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { RowCondition } from '#kernel/declaration/row-condition-and-move-guard.ts';
import type { MaterialisedTotal } from '#kernel/declaration/statistical-measure-and-materialised-total.ts';
import type { PanelFigure } from '#kernel/module/declare-wall-panel-counts-shares-and-rows.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { listsKeys } from '#kernel/resource/statistical-measures-of-resource.ts';

/**
 * The name of the materialised total of a resource that answers a figure of a panel: of those that have its day, its sum
 * and the fields of its conditions, the one with the fewest fields. Undefined: only the rows tell.
 */
export function findMaterialisedTotalForFigure(resource: AnyResource, figure: PanelFigure): string | undefined {
  const answering = Object.entries(resource.materialisedTotals ?? {}).filter(([, total]) =>
    canAnswer(resource, total, figure),
  );
  return answering.toSorted(([, one], [, other]) => (one.by?.length ?? 0) - (other.by?.length ?? 0))[0]?.[0];
}

function canAnswer(resource: AnyResource, total: MaterialisedTotal, figure: PanelFigure): boolean {
  const { at, sum, by = [], where: totalWhere = [] } = total;
  // a total by cells of the map has many for each figure
  if (figure.part === 'rows' || total.byMapCellOf) return false;
  // a row counts for each of its keys
  if (by.some((one) => listsKeys(allColumnsOf(resource)[one]))) return false;
  const where = [...givenBy(figure), ...(figure.where ?? [])];
  const isGiven = (one: RowCondition) => where.some((other) => isSame(one, other));
  if (!totalWhere.every(isGiven)) return false;
  const beyond = [...where.filter((one) => !totalWhere.some((other) => isSame(one, other))), ...sharedOf(figure)];
  if (!beyond.every(([field]) => by.includes(field))) return false;
  if (at !== (figure.part === 'count' || figure.part === 'byDay' ? figure.at : undefined)) return false;
  if (figure.part === 'split' && !by.includes(figure.by)) return false;
  if (figure.part === 'byDay' && figure.by && !by.includes(figure.by.field)) return false;
  if (figure.part === 'mean')
    return sum === figure.of && totalWhere.some((one) => isSame(one, [figure.of, 'NOT NULL']));
  // the number of rows is there in any case
  return figure.part !== 'count' || figure.sum === undefined || sum === figure.sum;
}

/** Conditions that a figure has without saying so: a mean is of the rows with a value. */
const givenBy = (figure: PanelFigure): readonly RowCondition[] =>
  figure.part === 'mean' ? [[figure.of, 'NOT NULL']] : [];
const sharedOf = (figure: PanelFigure): readonly RowCondition[] => (figure.part === 'share' ? figure.of : []);

const isSame = (one: RowCondition, other: RowCondition): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The conditions of a figure that the rows of a total do not meet anyway. */
export function conditionsBeyondTotal(
  resource: AnyResource,
  total: string,
  where: readonly RowCondition[],
): readonly RowCondition[] {
  const given = resource.materialisedTotals?.[total]?.where ?? [];
  return where.filter((one) => !given.some((other) => isSame(one, other)));
}
