import QRCode from 'qrcode';
import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { field } from '#kernel/field/field.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { sql } from '#server/db/sql.ts';
import { responseSent } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { enumOf, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { scopeOf } from '#server/read/scope/row-scope-of-caller.ts';
import { notFound, Refused } from '#server/refusal.ts';
import { divisionNameIn } from '#server/system/division-name.ts';
import { enterprise } from '../contract/enterprise.ts';
import { creditGrades, enterpriseTypes, grades, licenceKinds } from '../contract/enterprise-options.ts';
import { licence } from '../contract/licence.ts';

interface Row {
  [column: string]: unknown;
  name: string;
  uscc: string;
  ent_type: string;
  grade: string | null;
  credit_grade: string | null;
  status: string;
  area_code: string;
  address: string;
  introduction: string | null;
  audited_at: number | null;
  suspended_until: string | null;
  licences: { kind: string; license_no: string; issued_by: string; expire_date: string | null; validity: string }[];
}

/** Label and tone of an option in the caller's language, so that the public page needs no declarations. */
const labelOf = (options: Readonly<Record<string, Option>>, value: string | null, locale: Locale) => {
  const option = value === null || !Object.hasOwn(options, value) ? undefined : options[value];
  return { label: option?.[locale] ?? value ?? '', tone: option?.tone ?? 'neutral' };
};
const validities = licence.fields.validity.options.options as Readonly<Record<string, Option>>;

const tone = enumOf('neutral', 'progress', 'good', 'warning', 'bad', 'muted');

/** Public data of the enterprise behind a supervision code. A truncated code is not found, as the page says. */
export const readEnterpriseBySupervisionCode = call({
  gate: 'none',
  limit: { perMinute: 60 },
  summary: text('扫监管码可见的企业信息', 'Enterprise information shown by the supervision code'),
  input: { code: field.text(text('监管码（32 位）', 'Supervision code (32 characters)'), { required: true }) },
  answer: object({
    name: string,
    uscc: string,
    ent_type: string,
    type_label: string,
    grade: orNull(string),
    grade_label: string,
    // of the trustworthy only: who is listed for dishonesty is published with the decision
    credit_label: string,
    status: string,
    status_label: string,
    tone,
    area: orNull(string),
    address: string,
    introduction: orNull(string),
    audited_at: orNull(integer),
    suspended_until: orNull(string),
    licences: list(
      object({
        kind: string,
        kind_label: string,
        license_no: string,
        issued_by: string,
        expire_date: orNull(string),
        validity: string,
        validity_label: string,
        tone,
      }),
    ),
  }),
  async run({ engine, caller: { locale }, input: { code } }) {
    const row = /^[\da-f]{32}$/.test(code)
      ? await engine.db.row<Row>(sql`select e.name, e.uscc, e.ent_type, e.grade, case when e.credit_grade = 'A' then e.credit_grade end as credit_grade, e.status, e.area_code, e.address, e.introduction,
        case when e.status = 'suspended' then e.suspended_until end as suspended_until, floor(extract(epoch from e.audited_at))::bigint as audited_at,
        coalesce((select json_agg(json_build_object('kind', l.kind, 'license_no', l.license_no, 'issued_by', l.issued_by, 'expire_date', l.expire_date, 'validity', l.validity) order by l.id)
          from enterprise_licence l where l.enterprise_id = e.id and l.status in ('recorded', 'renewing')), '[]') as licences
      from enterprise e where e.sup_code = ${code}`)
      : undefined;
    if (!row) throw new Refused(validationMessages.not_found, { data: { reason: 'not_found' } });
    const state = labelOf((enterprise.life as Lifecycle).states, row.status, locale);
    const { area_code, credit_grade, ...facts } = row;
    return {
      ...facts,
      area: divisionNameIn(engine.reference.areas(), area_code, locale) ?? null,
      status_label: state.label,
      tone: state.tone,
      type_label: labelOf(enterpriseTypes, row.ent_type, locale).label,
      grade_label: row.grade === 'none' ? '' : labelOf(grades, row.grade, locale).label,
      credit_label: credit_grade ? labelOf(creditGrades, credit_grade, locale).label : '',
      licences: row.licences.map((one) => {
        const validity = labelOf(validities, one.validity, locale);
        const kind_label = labelOf(licenceKinds, one.kind, locale).label;
        return { ...one, kind_label, validity_label: validity.label, tone: validity.tone };
      }),
    };
  },
});

/** Path of the page a supervision code leads to. */
export const supervisionPath = (code: string) => `/enterprise/s/${code}`;

/** The supervision code as an image to print and post, for officers and owners. */
export const supervisionCodePicture = call({
  gate: 'login',
  summary: text('监管码（SVG）', 'Supervision code (SVG)'),
  input: { id: field.integer(text('企业编号', 'Enterprise ID'), { required: true, min: 1 }) },
  raw: 'image/svg+xml',
  async run({ engine, caller, input, request, reply }) {
    const scope = scopeOf(enterprise, caller, engine.find);
    const row = await engine.db.row<{ sup_code: string | null }>(
      sql`select t.sup_code from enterprise t where t.id = ${input.id}${scope ? sql` and ${scope}` : sql.empty}`,
    );
    if (!row?.sup_code) throw notFound();
    const address = `${publicAddressOrHost(engine.settings, request)}${supervisionPath(row.sup_code)}`;
    // Level Q: still readable with a quarter scratched or faded.
    const picture = await QRCode.toString(address, { type: 'svg', errorCorrectionLevel: 'Q', margin: 2 });
    await reply.type('image/svg+xml').header('Cache-Control', 'private, no-store').send(picture);
    return responseSent;
  },
});
