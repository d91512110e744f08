import { readBoundary } from '#data/reference/boundary.ts';
import { messages } from '#kernel/text/message.ts';
import { text } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/calendar.ts';
import { Answer, JsonText } from '#server/http/connection/envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import type { Platform } from '#server/platform/server-module.ts';
import { badParameter, forbidden, Refused } from '#server/refusal.ts';
import { englishName } from '#server/system/area-name.ts';
import { hasEnded, isCurrentDivision, successorOf } from '#server/system/division-history.ts';
import { presentCalendar } from '#server/system/working-day-calendar.ts';
import { tableLookupActions } from './buildadmin/table-lookups.ts';

const word = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
const cleared = text('缓存已清理，请刷新后台~', 'The cache has been cleared, please refresh~');

type Reference = Platform['engine']['reference'];

/** Of a discontinued division: since when, and its successor. */
function endingOf(reference: Reference, code: string) {
  const today = shanghaiToday();
  const area = reference.areas().get(code);
  if (!area || !hasEnded(area, today)) return {};
  const successor = successorOf(reference.areas(), code, today);
  return { ended: { on: area.valid_to, successor: successor && { code: successor.code, name: successor.name } } };
}

/** Division names with their English names. */
function englishNames(reference: Reference) {
  // of several divisions with one name, the one with the smallest code
  const names = [...reference.areas().values()].toReversed().flatMap((one) => {
    const english = englishName(one);
    return english ? [[one.name, english]] : [];
  });
  return { names: [...new Map(names.map((one) => [one[0], one]))].map(([, one]) => one) };
}

/**
 * Calls of officers and members for divisions, their boundaries and the calendar, and the call that clears caches (wire
 * contract §2.8).
 */
export function divisionAndCalendarControllers({ engine, authenticator }: Platform): Controller[] {
  const { reference } = engine;
  /** Current divisions directly below a code; discontinued ones are not offered for new entries. */
  const below = (code: string) => {
    const today = shanghaiToday();
    return reference.children(code).filter((one) => isCurrentDivision(one, today));
  };
  const options = (code: string) =>
    below(code).map((one) => ({ value: one.code, label: one.name, leaf: below(one.code).length === 0 }));
  /** Children of the given district; the provinces if none is given. Unknown codes have none. */
  const area = ({ query }: Call) => options(word(query.city) || word(query.province));
  const path = ({ query }: Call) => {
    const found: { code: string; name: string }[] = [];
    for (let one = reference.areas().get(word(query.code)); one; one = reference.areas().get(one.parent_code ?? ''))
      found.unshift({ code: one.code, name: one.name });
    return { path: found, ...endingOf(reference, word(query.code)) };
  };
  const boundaries = new Map<string, string>();
  const boundary = async ({ query }: Call) => {
    const code = word(query.code) || '100000';
    let found = boundaries.get(code);
    if (!found) {
      const collection = /^\d{6}$/.test(code) ? await readBoundary(code) : undefined;
      if (!collection) throw new Refused(messages.invalid_area, { data: { reason: 'invalid' } });
      found = JSON.stringify(collection);
      if (boundaries.size > 60) boundaries.clear(); // 60 maps of 100 kB are enough for a wall; the rest is read again
      boundaries.set(code, found);
    }
    return new JsonText(found);
  };
  const areaNames = async () => englishNames(reference);
  const calendar = async () => presentCalendar(reference);
  return [
    {
      app: 'api',
      name: 'ajax',
      actions: {
        area: { gate: 'none', handle: area },
        areaPath: { gate: 'none', handle: path },
        areaNames: { gate: 'none', answerLifetime: 3600, handle: areaNames },
        boundary: { gate: 'none', answerLifetime: 3600, handle: boundary },
        calendar: { gate: 'none', handle: calendar },
      },
    },
    { app: 'admin', name: 'data.area', actions: { getAreaData: { gate: 'login', handle: area } } },
    {
      app: 'admin',
      name: 'ajax',
      actions: {
        area: { gate: 'login', handle: area },
        areaPath: { gate: 'login', handle: path },
        boundary: { gate: 'login', handle: boundary },
        calendar: { gate: 'login', handle: calendar },
        ...tableLookupActions(engine),
        clearCache: {
          gate: 'login',
          methods: ['POST'],
          async handle({ body, caller }) {
            if (!caller.super) throw forbidden();
            if (!['tp', 'all'].includes(word(body.type))) throw badParameter('参数错误!', 'Parameter error!');
            await reference.reload();
            authenticator.forget();
            boundaries.clear();
            return new Answer(null, cleared[caller.locale]);
          },
        },
      },
    },
  ];
}
