import { text, textInAnyLocale } from '#kernel/text/text.ts';
import { containsMoment } from '#kernel/time/half-open-interval-in-unix-seconds.ts';
import { declareAnomalyRule } from './declare-anomaly-rule.ts';
import { peopleOf, type VehicleUse } from './team-snapshot-type.ts';

/** Vehicles in use at a moment; one entered twice counts once, with all its drivers. */
function vehiclesAt(vehicles: readonly VehicleUse[], moment: number): { seats: number; drivers: number }[] {
  const there = vehicles.filter((one) => containsMoment(one, moment));
  return [...new Set(there.map(({ plate }) => plate))].map((plate) => {
    const uses = there.filter((one) => one.plate === plate);
    const drivers = new Set(uses.flatMap((one) => one.drivers));
    return { seats: Math.max(...uses.map(({ seats }) => seats)), drivers: Math.max(1, drivers.size) };
  });
}

/**
 * I04: too few seats for tourists and guides at some time of the trip. Drivers take seats where `drivers_count` is 1.
 */
export const morePeopleThanSeats = declareAnomalyRule({
  code: 'I04',
  severity: '3',
  action: 'block',
  article: text('道路交通安全法第四十九条', 'Road Traffic Safety Law, Art. 49'),
  parameters: { drivers_count: 1 },
  find(team, { drivers_count }) {
    const moments = [...team.vehicles, ...team.guides].flatMap(({ from, to }) => [from, to]);
    const short = moments
      .toSorted((a, b) => a - b)
      .map((moment) => {
        const there = vehiclesAt(team.vehicles, moment);
        const guides = team.guides.filter((one) => containsMoment(one, moment)).length;
        const drivers = drivers_count ? there.reduce((sum, one) => sum + one.drivers, 0) : 0;
        const seats = there.reduce((sum, one) => sum + one.seats, 0);
        return { seats, people: peopleOf(team) + guides + drivers, isCarried: there.length > 0 };
      })
      .find(({ seats, people, isCarried }) => isCarried && people > seats);
    if (!short) return [];
    const seen = textInAnyLocale(text('核载 {n} 人，实载 {m} 人', 'Capacity {n}, passengers {m}'), {
      n: short.seats,
      m: short.people,
    });
    return [{ field: 'vehicles', seen }];
  },
});
