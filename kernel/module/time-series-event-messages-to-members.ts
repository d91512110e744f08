import type { MessageTemplate } from '../message/declare-and-fill-message-template.ts';
import { type AnyTimeSeries, gapEvents, levelEvents, type SeriesEvent } from './time-series.ts';

/** The messages to members who hold a measured row, by the name of the series and the event of the row. */
export type SeriesEventMessagesToRowHolders = Readonly<
  Record<string, Readonly<Partial<Record<SeriesEvent, MessageTemplate>>>>
>;

/** The placeholders that are filled in: the name of the row, level, value, limit, and percentage. */
const filled: readonly string[] = ['name', 'level', 'value', 'limit', 'percent'];

/** Throws if a message belongs to an event that its series does not emit, or has a placeholder that nobody fills in. */
export function checkSeriesEventMessagesToRowHolders(
  messages: SeriesEventMessagesToRowHolders,
  series: readonly AnyTimeSeries[],
): void {
  for (const [name, byFact] of Object.entries(messages)) {
    const one = series.find((each) => each.name === name);
    if (!one) throw new Error(`messages of ${name}: no such series`);
    const emitted: readonly string[] = [
      ...(one.levels ? levelEvents : []),
      ...(one.gapAfter === undefined ? [] : gapEvents),
    ];
    for (const [fact, template] of Object.entries(byFact)) {
      if (!emitted.includes(fact)) throw new Error(`messages of ${name}: it does not emit ${fact}`);
      const unfilled = Object.keys(template.places).filter((place) => !filled.includes(place));
      if (unfilled.length > 0 || !template.inbox)
        throw new Error(`message ${template.code}: an inbox and only ${filled.join(', ')} expected`);
    }
  }
}
