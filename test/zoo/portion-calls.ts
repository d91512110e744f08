import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { call, callByMethod, callsForOfficersAndMembers } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, nothing, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';

const diets = { hay: text('干草', 'Hay'), meat: text('肉', 'Meat') };

/** How much an animal eats: a call of either area, with an input of each sort. */
const portion = call({
  gate: 'login',
  summary: text('一只动物每天吃多少', 'How much an animal eats a day'),
  limit: { perMinute: 240 },
  input: {
    diet: field.select(text('食性', 'Diet'), { options: diets, required: true }),
    weight: field.integer(text('体重（千克）', 'Weight (kg)'), { required: true, min: 1, max: 9_000 }),
    day: field.date(text('日期', 'Day')),
  },
  answer: object({ food: string, grams: integer, day: orNull(string) }),
  run: ({ input: { diet, weight, day }, caller }) => ({
    food: diets[diet][caller.locale],
    grams: weight * (diet === 'hay' ? 20 : 50),
    day,
  }),
});

/** The next portion: read by GET, ordered by POST. */
const order = callByMethod(
  call({
    gate: 'login',
    summary: text('下一餐', 'The next meal'),
    answer: object({ meal: string }),
    run: () => ({ meal: 'breakfast' }),
  }),
  call({
    gate: 'login',
    methods: ['POST'],
    summary: text('订一餐', 'Order a meal'),
    input: { meal: field.text(text('餐', 'Meal'), { required: true, max: 10 }) },
    answer: nothing,
    run: ({ input: { meal } }) => new Answer(null, meal),
  }),
);

/** A secret, which only the body may contain, and a list that the call checks itself. */
const unlock = call({
  gate: 'login',
  methods: ['POST'],
  summary: text('开笼', 'Open a cage'),
  inputFrom: 'body',
  input: { code: field.text(text('开锁码', 'Code'), { required: true, max: 10 }) },
  checkedInRun: { cages: field.text(text('笼号（数组）', 'Cages (array)'), { required: true }) },
  answer: object({ opened: integer }),
  run: ({ body: { cages } }) => ({ opened: Array.isArray(cages) ? cages.length : 0 }),
});

export const portionControllers = callsForOfficersAndMembers('zoo.animal', 'zoo/animal/index', {
  portion,
  order,
  unlock,
});
