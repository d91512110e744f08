import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { signLink } from '#server/files/sign-and-verify-file-links.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  boolean,
  enumOf,
  integer,
  key,
  list,
  object,
  orNull,
  string,
} from '#server/open-api/json-schema-shorthands.ts';
import { readKey } from '#server/read/row/read-one-row-as-json.ts';
import { notFound } from '#server/refusal.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { visiblePermissionGroups } from '../administrator/permission-groups-visible-to-caller.ts';
import { explainAccess } from './explain-access.ts';
import { compareGroups, exportRightsMatrix, readRightsMatrix } from './rights-matrix-and-group-comparison.ts';

const texts = {
  file: text('权限矩阵', 'Permission matrix'),
  title: text('权限矩阵-导出', 'Permission matrix: export'),
};

const forAnalysts = { gate: 'rule', node: 'auth/access/index' } as const;
const idOf = (label: Text) => field.integer(label, { required: true, min: 1 });
const closedFields = list(object({ name: string, label: string, node: orNull(string) }));
const group = { id: key, name: string };
const rules = list(object({ name: string, path: string }));

const why = call({
  ...forAnalysts,
  summary: text('某人为什么能或不能做某事', 'Why someone may or may not do something'),
  input: {
    person: idOf(text('管理员编号', 'Administrator ID')),
    resource: field.text(text('业务', 'Resource'), { required: true }),
    action: field.text(text('操作', 'Action'), { required: true }),
    row: field.integer(text('记录编号', 'Record ID'), { min: 1 }),
  },
  answer: object({
    allowed: boolean,
    findings: list(
      object({
        rule: enumOf('account', 'group', 'node', 'scope', 'state', 'guard', 'approval'),
        holds: boolean,
        text: string,
      }),
    ),
    unread: closedFields,
    unwritten: closedFields,
  }),
  run: ({ engine, caller, input: { row, ...question } }) =>
    explainAccess(engine, caller, { ...question, ...(row === null ? {} : { row }) }),
});

const compare = call({
  ...forAnalysts,
  summary: text('两个管理组的差异', 'Differences between two groups'),
  input: { a: idOf(text('管理组', 'Group')), b: idOf(text('另一管理组', 'Another group')) },
  answer: object({ a: object(group), b: object(group), only_a: rules, only_b: rules, both: integer }),
  async run({ engine, caller, input: { a, b } }) {
    const found = await compareGroups(engine.db, caller, a, b);
    if (!found) throw notFound();
    return found;
  },
});

const groups = call({
  ...forAnalysts,
  summary: text('可对照的管理组', 'Groups that can be compared'),
  answer: object({ options: list(object({ value: key, label: string })) }),
  async run({ engine, caller }) {
    const { rows } = await visiblePermissionGroups(engine.db, caller);
    return { options: rows.map(({ id, name }) => ({ value: id, label: name })) };
  },
});

const rights = call({
  ...forAnalysts,
  summary: text('权限矩阵：至多六个管理组逐项对照', 'Permission matrix: compare up to six groups'),
  input: { groups: field.text(text('管理组编号，逗号分隔', 'Group IDs, comma-separated')) },
  answer: object({
    groups: list(object(group)),
    rules: list(object({ id: key, name: string, title: string, kind: string, held: list(boolean) })),
  }),
  run: ({ engine, caller, input }) =>
    readRightsMatrix(engine.db, caller, (input.groups ?? '').split(',').filter(Boolean).map(readKey)),
});

const matrix = call({
  ...forAnalysts,
  methods: ['POST'],
  title: texts.title,
  secret: true,
  summary: text(
    '权限矩阵（.xlsx），五分钟内有效的下载地址',
    'Permission matrix (.xlsx): download address valid for five minutes',
  ),
  answer: object({ url: string }),
  async run({ engine, caller }) {
    const folder = resultFolder(engine);
    const target = await newResultFile(folder, caller, texts.file[caller.locale], 'xlsx');
    const sheet = await exportRightsMatrix(engine.db, caller, caller.locale);
    await writeResultFile(folder, target, (file) =>
      pipeline(xlsxStream([sheet]), createWriteStream(file, { mode: 0o600 })),
    );
    return { url: signLink(engine, caller, resultUrl(target.name)) };
  },
});

/** Calls that explain permissions and compare groups. */
export const explainAccessAndCompareGroupsController: Controller = {
  app: 'admin',
  name: 'auth.access',
  actions: { why, compare, groups, rights, matrix },
};
