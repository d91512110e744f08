import type { Condition } from '#kernel/declaration/list-filter-operators-and-conditions.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { country, type PanelArea } from '#kernel/module/wall-panel-board-and-feed-declarations.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';

export type PanelAreaCode = Pick<PanelArea, 'code'>;

/** The conditions of rows in an area; none for the whole country. */
export const areaConditions = ({ code }: PanelAreaCode): Condition[] =>
  code === country.code ? [] : [{ field: 'area_code', operator: '=', value: code }];

/** The same for the rows of a resource, which may have no area. */
export const conditionsInArea = (resource: AnyResource, area: PanelArea): Condition[] =>
  allColumnsOf(resource).area_code ? areaConditions(area) : [];

/** A condition for the rows with one of these values. */
export const conditionOfValues = (field: string, values: readonly string[]): Condition =>
  values.length === 1
    ? { field, operator: '=', value: values[0] ?? '' }
    : { field, operator: 'IN', value: values.join(',') };

/** Level of the divisions that the figures of an area are grouped by. */
export const divisionLevelBelow = (area: PanelArea): number => Math.min(3, area.level + 1);
