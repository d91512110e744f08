import { readBoundary } from '#data/reference/boundary.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { Answer, JsonText } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, enumOf, list, nothing, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, forbidden, Refused } from '#server/refusal.ts';
import { englishDivisionName } from '#server/system/division-name.ts';
import { hasEnded, isCurrentDivision, successorOf } from '#server/system/division-validity-and-successors.ts';
import { workingDayCalendarForClients } from '#server/system/working-day-calendar-for-clients.ts';
import { tableKeyAndColumnLookupActions } from './buildadmin/table-key-and-column-lookups.ts';

const word = (value: unknown) =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
const cleared = text('缓存已清理，请刷新后台~', 'The cache has been cleared, please refresh~');

/** Parameters that no division has are not refused: they have no children, and no path. */
const asArea = {
  summary: text('下级行政区划；不带参数为各省', 'Subordinate divisions; provinces if no parameter is given'),
  checkedInRun: {
    province: field.area(text('省', 'Province')),
    city: field.area(text('市', 'Prefecture')),
  },
  answer: list(object({ value: string, label: string, label_en: string, leaf: boolean })),
};
const asPath = {
  summary: text('一个行政区划自上而下的路径', 'Path of a division from the top down'),
  checkedInRun: { code: field.area(text('代码', 'Code'), { required: true }) },
  answer: object(
    {
      path: list(object({ code: string, name: string })),
      ended: object({ on: string, successor: object({ code: string, name: string }) }, ['on']),
    },
    ['path'],
  ),
};
const asNames = {
  summary: text('行政区划的英文名称', 'English names of divisions'),
  answer: object({ names: list(list(string)) }),
  answerLifetime: 3600,
};
const asBoundary = {
  summary: text('行政区划边界（GeoJSON，WGS-84）', 'Boundaries (GeoJSON, WGS-84)'),
  checkedInRun: { code: field.area(text('代码；100000 为全国', 'Code; 100000 is the country')) },
  answer: object(
    {
      type: { const: 'FeatureCollection' },
      features: list({ type: 'object' }),
      // 南海断续线: for the country, Hainan and Sansha
      dashed_line: object({ type: { const: 'MultiLineString' }, coordinates: list(list(list({ type: 'number' }))) }),
    },
    ['type', 'features'],
  ),
};
const asCalendar = {
  summary: text('工作日历：与周末不同的日子', 'Working calendar: days that differ from weekends'),
  answer: object({
    days: list(object({ date: string, kind: enumOf('holiday', 'makeup', 'workday') })),
    known_until: orNull(string),
  }),
};

type Reference = Platform['engine']['reference'];

/** Of a discontinued division: since when, and its successor. */
function endingOf(reference: Reference, code: string) {
  const today = shanghaiToday();
  const area = reference.areas().get(code);
  if (!area || !hasEnded(area, today)) return {};
  const successor = successorOf(reference.areas(), code, today);
  return {
    ended: {
      on: area.valid_to as string,
      ...(successor && { successor: { code: successor.code, name: successor.name } }),
    },
  };
}

/** A division as an option; pages without the names of all divisions show readers of English `label_en`. */
const namedOption = (one: Parameters<typeof englishDivisionName>[0]) => ({
  value: one.code,
  label: one.name,
  label_en: englishDivisionName(one) ?? one.name,
});

/** Division names with their English names. */
function englishNames(reference: Reference) {
  // of several divisions with one name, the one with the smallest code
  const names = [...reference.areas().values()].toReversed().flatMap((one) => {
    const english = englishDivisionName(one);
    return english ? [[one.name, english]] : [];
  });
  return { names: [...new Map(names.map((one) => [one[0], one]))].map(([, one]) => one) };
}

/**
 * Calls of officers and members for divisions, their boundaries and the calendar, and the call that clears caches (wire
 * contract §2.8).
 */
export function divisionCalendarLookupAndCacheClearingControllers({ engine, authenticator }: Platform): Controller[] {
  const { reference } = engine;
  /** Current divisions directly below a code; discontinued ones are not offered for new entries. */
  const below = (code: string) => {
    const today = shanghaiToday();
    return reference.children(code).filter((one) => isCurrentDivision(one, today));
  };
  const options = (code: string) =>
    below(code).map((one) => ({ ...namedOption(one), leaf: below(one.code).length === 0 }));
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
      if (!collection) throw new Refused(validationMessages.invalid_area, { data: { reason: 'invalid' } });
      found = JSON.stringify(collection);
      if (boundaries.size > 60) boundaries.clear(); // 60 maps of 100 kB are enough for a wall; the rest is read again
      boundaries.set(code, found);
    }
    return new JsonText(found);
  };
  const areaNames = async () => englishNames(reference);
  const calendar = async () => workingDayCalendarForClients(reference);
  return [
    {
      app: 'api',
      name: 'ajax',
      actions: {
        area: call({ gate: 'none', ...asArea, run: area }),
        areaPath: call({ gate: 'none', ...asPath, run: path }),
        areaNames: call({ gate: 'none', ...asNames, run: areaNames }),
        boundary: call({ gate: 'none', ...asBoundary, answerLifetime: 3600, run: boundary }),
        calendar: call({ gate: 'none', ...asCalendar, run: calendar }),
      },
    },
    { app: 'admin', name: 'data.area', actions: { getAreaData: call({ gate: 'login', ...asArea, run: area }) } },
    {
      app: 'admin',
      name: 'ajax',
      actions: {
        area: call({ gate: 'login', ...asArea, run: area }),
        areaPath: call({ gate: 'login', ...asPath, run: path }),
        boundary: call({ gate: 'login', ...asBoundary, run: boundary }),
        calendar: call({ gate: 'login', ...asCalendar, run: calendar }),
        ...tableKeyAndColumnLookupActions(engine),
        clearCache: call({
          gate: 'login',
          methods: ['POST'],
          summary: text('清理服务端缓存（超级管理员）', 'Clear server cache (super administrators)'),
          checkedInRun: {
            type: field.select(text('范围', 'Scope'), {
              required: true,
              options: { tp: text('服务端', 'Server'), all: text('全部', 'Everything') },
            }),
          },
          answer: nothing,
          async run({ body, caller }) {
            if (!caller.super) throw forbidden();
            if (!['tp', 'all'].includes(word(body.type))) throw badParameter('参数错误!', 'Parameter error!');
            await reference.reload();
            authenticator.forget();
            boundaries.clear();
            return new Answer(null, cleared[caller.locale]);
          },
        }),
      },
    },
  ];
}
