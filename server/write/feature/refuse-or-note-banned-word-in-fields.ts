import type { AnyField } from '#kernel/declaration/field.ts';
import {
  describeBannedWord,
  fieldsWithBannedWordScreening,
  screenValueAgainstBannedWordList,
} from '#kernel/screening/fields-with-banned-word-screening.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { WriteContext } from '../hook/write-hooks-of-module.ts';
import {
  type FeatureContribution,
  firstValueOfProperty,
  type PlannedWrite,
  type WriteFeature,
} from './write-phase-and-feature-types.ts';

/** Most expressions named at one field. */
const mostNamed = 5;

class Screening implements FeatureContribution {
  readonly #write: PlannedWrite;
  #context: Pick<WriteContext, 'values' | 'note'> | undefined;

  constructor(write: PlannedWrite) {
    this.#write = write;
  }

  async runHooks(context: WriteContext): Promise<void> {
    this.#context = context;
  }

  /** After the hooks, because they set texts too. */
  check(): void {
    const { resource, errors, caller, engine } = this.#write;
    for (const name of fieldsWithBannedWordScreening(resource.fields)) {
      const one = resource.fields[name] as AnyField;
      const found = screenValueAgainstBannedWordList(one, this.#textOf(name), engine.screening.now(), shanghaiToday());
      const refused = found.filter(({ entry }) => entry.severity === 'refuse').slice(0, mostNamed);
      if (refused.length > 0) errors[name] ??= refused.map((word) => describeBannedWord(word)[caller.locale]);
      // whoever reviews the row sees it in the timeline
      else for (const word of found.slice(0, mostNamed)) this.#context?.note(describeBannedWord(word));
    }
  }

  /** The text that this write hands in. One that stays as it was is checked only by a move that `screens`. */
  #textOf(name: string): unknown {
    const { move, happens, before, checked } = this.#write;
    const stored = before as Readonly<Record<string, unknown>> | undefined;
    const written = move?.proposes?.some((each) => each === name)
      ? firstValueOfProperty(name, checked)
      : firstValueOfProperty(name, this.#context?.values);
    if (happens?.screens) return firstValueOfProperty(name, this.#context?.values, stored);
    return written === stored?.[name] ? undefined : written;
  }
}

/**
 * Screens texts that people write into fields with `screened`: banned words of severity `refuse` are refused, others
 * noted in the history.
 */
export const refuseOrNoteBannedWordInFields: WriteFeature = {
  plan: (write) =>
    write.caller.type !== 'system' &&
    write.order.operation !== 'del' &&
    fieldsWithBannedWordScreening(write.resource.fields).length > 0
      ? new Screening(write)
      : undefined,
};
