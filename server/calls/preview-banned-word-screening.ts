import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import {
  describeBannedWord,
  fieldsWithBannedWordScreening,
  screenValueAgainstBannedWordList,
} from '#kernel/screening/fields-with-banned-word-screening.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Action, Call } from '#server/http/controller.ts';

/** A banned word in a field of a form. */
export interface FieldWithBannedWord {
  readonly field: string;
  readonly message: string;
}

/** Longest text that is screened while it is typed. */
const longest = 200_000;

/** Says which banned words the texts of a form contain, before it is saved. Nothing is stored. */
export const previewBannedWordScreening = (resource: AnyResource): Action => ({
  gate: 'login',
  methods: ['POST'],
  silent: true,
  preview: true,
  perMinute: 120,
  handle: (call) => screen(resource, call),
});

function screen({ fields }: AnyResource, { engine, caller, body }: Call): { list: FieldWithBannedWord[] } {
  const list = fieldsWithBannedWordScreening(fields).flatMap((field) => {
    const text = body[field];
    if (typeof text !== 'string' || text.length > longest) return [];
    const found = screenValueAgainstBannedWordList(
      fields[field] as AnyField,
      text,
      engine.screening.now(),
      shanghaiToday(),
    );
    return found.slice(0, 5).map((word) => ({ field, message: describeBannedWord(word)[caller.locale] }));
  });
  return { list };
}
