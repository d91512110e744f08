import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { memberAccount } from '#modules/member/contract/member-account.ts';
import { readPersonalDataRevealsOfRows } from '#server/history/read-personal-data-reveals-of-rows.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { readOwningRowsWithTitleAndRoles } from '#server/read/list/owning-rows-and-roles-of-member-session.ts';

const mostOfPage = 50;

/** `GET account/openings {page, limit}`: who was shown personal data of the member's account and of what they hold. */
export const ownDataAccessLogController: Controller = {
  app: 'api',
  name: 'account',
  actions: {
    openings: call({
      gate: 'login',
      summary: text('谁查看过本人的敏感信息', 'Who was shown own personal data'),
      description: text('查看人的管理组和部门，不含姓名', 'Groups and department of the viewer, without the name'),
      input: {
        page: field.integer(text('页码', 'Page'), { min: 1, max: 100_000 }),
        limit: field.integer(text(`每页条数，至多 ${mostOfPage}`, `Rows per page, at most ${mostOfPage}`), {
          min: 1,
          max: mostOfPage,
        }),
      },
      answer: object({
        list: list(
          object({
            id: key,
            at: integer,
            subject: string,
            role: string,
            office: string,
            fields: list(string),
            reason: string,
          }),
        ),
        total: integer,
      }),
      async run({ engine, caller, input: { page, limit } }) {
        const held = await readOwningRowsWithTitleAndRoles(engine, caller);
        const rows = held.flatMap(({ resource, list }) => {
          const declared = engine.find(resource);
          // what others own is theirs to ask about
          return declared
            ? list.filter(({ role }) => role === 'owner').map(({ id }) => ({ resource: declared, id }))
            : [];
        });
        return readPersonalDataRevealsOfRows(engine.db, [{ resource: memberAccount, id: caller.id }, ...rows], {
          locale: caller.locale,
          page: page ?? 1,
          limit: limit ?? 10,
        });
      },
    }),
  },
};
