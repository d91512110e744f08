import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { call, callsForOfficersAndMembers } from '#server/http/declare-http-call-with-validated-input.ts';
import { object, string } from '#server/open-api/json-schema-shorthands.ts';

/** `GET enterprise.insurance/premium {people}` */
export const premiumControllers = callsForOfficersAndMembers('enterprise.insurance', 'enterprise/insurance/index', {
  premium: call({
    gate: 'login',
    summary: text('估算保费', 'Estimate a premium'),
    limit: { perMinute: 60 },
    input: { people: field.integer(text('人数', 'People'), { required: true, min: 1, max: 10_000 }) },
    answer: object({ premium: string }),
    run: ({ input: { people } }) => ({ premium: (people * 8).toFixed(2) }),
  }),
});
