import { sayAlways, text } from '#kernel/text.ts';
import { holds } from './interval.ts';
import { rule } from './rule.ts';
import { peopleOf } from './snapshot.ts';

/**
 * I04: people and guides find no seat in the vehicles that carry them at some time. Drivers take seats of those the
 * permit counts where `drivers_count` is 1.
 */
export const overSeats = rule({
  code: 'I04',
  severity: '3',
  action: 'block',
  article: text('道路交通安全法第四十九条', 'Road traffic safety law, Art. 49'),
  parameters: { drivers_count: 1 },
  find(team, { drivers_count }) {
    const seatsOf = (at: number) => team.vehicles.filter((one) => holds(one, at));
    const short = team.vehicles
      .map(({ from }) => {
        const there = seatsOf(from);
        const guides = team.guides.filter((one) => holds(one, from)).length;
        const drivers = drivers_count ? there.reduce((sum, { drivers: all }) => sum + Math.max(1, all.length), 0) : 0;
        return { seats: there.reduce((sum, { seats }) => sum + seats, 0), people: peopleOf(team) + guides + drivers };
      })
      .find(({ seats, people }) => people > seats);
    if (!short) return [];
    const seen = sayAlways(text('核载 {n} 人，实载 {m} 人', 'Seats {n}, passengers {m}'), {
      n: short.seats,
      m: short.people,
    });
    return [{ field: 'vehicles', seen }];
  },
});
