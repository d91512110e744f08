import { expect, test } from 'vitest';
import { demoTourRoutes } from '#modules/demo/server/generate/demo-tour-routes-and-prices.ts';
import { guidancePriceOf } from '#modules/demo/server/load/add-demo-tour-products-and-templates.ts';
import { isLowPrice } from '#modules/travel/contract/product/compare-price-with-guidance-price.ts';
import { findTourPlanFaults, findTourPlanGaps } from '#modules/travel/contract/product/find-tour-plan-faults.ts';

test('routes comply with the rules for products, and honest ones have guidance prices', () => {
  for (const { title, category, daily, days } of demoTourRoutes) {
    const stops = days.flatMap(({ visits }, place) =>
      visits.map(([name, arrive, stay_minutes, poi_type = 'scenic']) => ({
        day_no: place + 1,
        name,
        arrive,
        stay_minutes,
        poi_type,
      })),
    );
    expect([...findTourPlanFaults(days.length, stops), ...findTourPlanGaps(days.length, stops)], title).toEqual([]);
    const guided = guidancePriceOf({ category, days });
    expect(guided, title).toBeGreaterThan(0);
    expect(isLowPrice(`${daily * days.length}.00`, `${guided}.00`, days.length), title).toBe(false);
  }
});
