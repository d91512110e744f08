import type { Step } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import type { Actor } from '#kernel/declaration/role.ts';
import { proposalEnds } from '#kernel/lifecycle/approval.ts';
import { endsOf, moveOf } from '#kernel/lifecycle/lifecycle.ts';
import { writableFields } from '#kernel/lifecycle/writable-fields.ts';
import { listsOf } from '#kernel/resource/child-list.ts';
import { groupFields, summedFields } from '#kernel/resource/grouping.ts';
import { type Locale, type Text, text } from '#kernel/text/text.ts';
import { answer, failures, parameterReference, type RefusalName } from './answers.ts';
import { batchPart, bodyExampleOf } from './batch-operation.ts';
import type { JsonSchema, Operation } from './document.ts';
import { exportPart } from './export-operation.ts';
import { bodyExample, bodySchema } from './field-schema.ts';
import { chosenFor, filtersOf, listParameters, measureParameters } from './list-parameters.ts';
import { type Part, query } from './operation-part.ts';
import { rowReference } from './row-schema.ts';
import { key as id, list, nothing, object } from './schema.ts';
import { correctionsSchema, previewPart, timelineSchema } from './story-schema.ts';

/** What an action of a resource does, for those every resource has. */
const summaries: Readonly<Record<string, Text>> = {
  'index.get': text('列表', 'List'),
  'edit.get': text('详情', 'Details'),
  'edit.post': text('修改（可只发要改的字段）', 'Edit (send only the fields to change)'),
  'add.post': text('添加', 'Add'),
  'del.delete': text('删除', 'Delete'),
  'del.post': text('删除（不便发 DELETE 的客户端）', 'Delete (for clients that cannot send DELETE)'),
  'sortable.post': text('交换两行的顺序', 'Swap the order of two rows'),
  'restore.post': text('恢复刚删除的记录', 'Restore records just deleted'),
  'timeline.get': text('一条记录的经过，新的在前', 'History of a record, newest first'),
  'corrections.get': text('最近一次退回所标内容的更正情况', 'Corrections of the items marked in the latest return'),
  'handlers.get': text(
    '可以分派的人：看得到记录、有当前步骤权限的管理员',
    'Assignable people: administrators who can see the record and may take the current step',
  ),
  'assign.post': text('分派经办人；to 为 0 则取消', 'Assign a handler; to = 0 cancels'),
  'rows.get': text('一个明细列表的各行，分页', 'Rows of a sub-list, paged'),
  'groups.get': text('列表按字段分组的条数与合计', 'Counts and sums of the list grouped by a field'),
  'points.get': text('列表各行的位置，最多一万个', 'Locations of the list’s records, at most 10,000'),
  'measure.get': text('列表各行的统计', 'Statistics of the list’s records'),
  'foresee.post': text(
    '预演流转；不填 move 则预演修改：办理后的记录、变更内容与将发送的消息，不产生任何变化',
    'Preview a step, or an edit where no move is named: the record afterwards, its changes and the messages to be sent; nothing is changed',
  ),
  'undo.post': text('撤回自己刚做的可撤回流转', 'Undo one’s own latest reversible step'),
  'batch.post': text('对多条记录做同一件事，逐条办理', 'Do the same thing with several records, one by one'),
  'reveal.post': text('查看个人信息明文（记入日志）', 'View personal data in plain text (logged)'),
  'export.get': text('导出当前列表', 'Export current list'),
  'export.post': text('导出当前列表', 'Export current list'),
  'import.post': text('导入表格', 'Import a spreadsheet'),
  'importTemplate.get': text('导入模板', 'Import template'),
};

const word: JsonSchema = { type: 'string' };

const texts = {
  imported: text(
    '由任务读取；dry=1 只检查；columns 为 JSON，指定各列所填的字段（{"单位名称":"name","序号":""}）。结果与错误表见 job.show。同一账号导入过的文件会被拒绝（reason=repeated），again=1 仍然导入；中断的 valid_only 导入，重新提交同一文件即从中断处继续',
    'A job reads it; dry=1 only checks; columns is JSON and says which field each column holds ({"Company":"name","No.":""}). Result and error workbook: see job.show. A file the same account has imported is refused (reason=repeated) unless again=1; sent again after its valid_only import was broken off, it goes on from there',
  ),
  measure: text(
    '统计一个指标：by 为区分的字段（至多两个），period 为时段，level 为地区级别（1 省 2 市 3 县）；筛选与列表相同。不带 by 与 period 时只有一个数。more 表示还有更多',
    'One measure: by the fields that tell rows apart (two at the most), over periods, areas put together at a level (1 province, 2 prefecture, 3 county); filters are those of the list. Without by and period there is one figure. more tells that there are more',
  ),
  groups: text(
    'group 为分组字段：选项、状态、引用、地区（本人辖区的下一级）或日期（按月，period=day 按日）；sums 为要合计的字段，逗号分隔。每组答 key、name（引用与地区）、count、sums',
    "group: a choice, the state, a reference, the area (at the level below one's own) or a date (by month; by day with period=day). sums: fields to add up, comma-separated. Each group answers key, name (of references and areas), count and sums",
  ),
  points: text(
    '每行为 [编号, 经度, 纬度, 名称, 状态, 地区代码]，坐标为 WGS-84；more 表示还有更多',
    'Each is [key, longitude, latitude, title, state, area code], in WGS-84; more tells that there are more',
  ),
  mode: text('全部正确才写入，或只写入正确的行', 'All rows or none, or only the valid ones'),
  steps: text(
    '分步审批，依次由不同的人完成；最后一步完成时状态才改变：',
    'Approved in steps, each by another person; the state changes with the last: ',
  ),
  proposal: text(
    '第一步填写的内容随提请保存，最后一步完成时才写入；提请人可撤回（withdraw），下一步的人可否决（decline，须填 reason）；记录离开提请时的状态，提请即失效。',
    'What the first step tells is kept with the proposal and written with the last. Its proposer may withdraw it, who could take the next step may decline it (with a reason), and it lapses when the row leaves the state.',
  ),
  step: text('所指的步骤；不填为下一步', 'Step meant; the next one if omitted'),
  closed: text(
    '各状态下可修改的字段（其他字段与已存的值不同时按字段拒绝）：',
    'Fields that can be changed by state (others are refused at the field where they differ from what is stored):',
  ),
  nothing: text('无', 'none'),
  batch: text(
    '可一次多条：ids: [[编号, 版本], …]，逐条回答',
    'May be sent for many rows: ids: [[key, version], …], each answered by itself',
  ),
  version: text('读到的版本；别人改过则拒绝', 'Version read; refused if someone has changed it since'),
};

/** The part of an operation that is told apart by action; the rest is the same for all. */

/** The operation of a resource's action and method; undefined for actions a module wrote by hand. */
export function resourceOperation(
  resource: AnyResource,
  app: 'admin' | 'api',
  action: string,
  method: string,
  locale: Locale,
  resources: readonly AnyResource[] = [],
): Omit<Operation, 'operationId' | 'tags' | 'security' | 'x-permission'> | undefined {
  const part = moveOf(resource.life, action)
    ? movePart(resource, action, locale)
    : standardPart(resource, app, `${action}.${method}`, locale);
  if (!part) return undefined;
  const refusals: RefusalName[] = ['notSignedIn', 'expired', ...(app === 'admin' ? (['forbidden'] as const) : [])];
  const example = part.example === undefined ? {} : { example: part.example };
  return {
    summary: part.summary,
    ...(part.description ? { description: part.description } : {}),
    parameters: [
      ...(part.parameters ?? []),
      ...(action === 'index' ? chosenFor(resource, resources, locale) : []),
      parameterReference('language'),
      parameterReference('server'),
      ...(method === 'get' ? [] : [parameterReference('idempotencyKey')]),
    ],
    ...(part.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: part.body, ...example } } } }
      : {}),
    ...(part.form
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: part.form } } } }
      : {}),
    responses: { '200': answer(part.data, locale, [...refusals, ...(part.refusals ?? [])]), ...failures },
    ...(part.filters ? { 'x-filters': part.filters } : {}),
  };
}

function standardPart(resource: AnyResource, app: 'admin' | 'api', call: string, locale: Locale): Part | undefined {
  const summary = summaries[call]?.[locale];
  if (summary === undefined) return undefined;
  const row = rowReference(resource);
  switch (call) {
    case 'index.get':
      return {
        summary,
        parameters: listParameters(resource, locale),
        filters: filtersOf(resource),
        refusals: ['parameter'],
        data: resource.tree
          ? object({ list: list(row), remark: { type: 'string' } })
          : object(
              {
                list: list(row),
                total: { type: 'integer' },
                total_estimated: { type: 'boolean', const: true },
                remark: { type: 'string' },
              },
              ['list', 'total', 'remark'],
            ),
      };
    case 'edit.get':
      return { summary, parameters: [query('id', id, undefined, true)], data: object({ row }), refusals: ['notFound'] };
    case 'edit.post': {
      const fields = writableFields(resource, 'edit');
      const form = bodySchema(fields, locale, true);
      const closed = describeClosed(resource, app === 'admin' ? 'admin' : 'member', locale);
      return {
        summary,
        ...(closed ? { description: closed } : {}),
        body: withKey(form, locale),
        example: { id: 1, version: 1, ...bodyExampleOf(resource) },
        data: nothing,
        refusals: ['invalid', 'notFound', 'stale', 'duplicate'],
      };
    }
    case 'add.post': {
      const fields = writableFields(resource, 'add');
      return {
        summary,
        body: bodySchema(fields, locale),
        example: bodyExample(fields),
        data: object({ id }),
        refusals: ['invalid', 'duplicate'],
      };
    }
    case 'del.delete':
    case 'del.post': {
      const ids = list(id);
      const input =
        call === 'del.post' ? { body: object({ ids }) } : { parameters: [query('ids[]', ids, undefined, true)] };
      return { summary, ...input, data: object({ undo: ids }), refusals: ['notFound', 'referenced'] };
    }
    case 'sortable.post':
      return { summary, body: object({ id, targetId: id }), data: nothing, refusals: ['notFound', 'parameter'] };
    case 'restore.post':
      return {
        summary,
        body: object({ ids: list(id) }),
        data: object({ restored: { type: 'integer' } }),
        refusals: ['notFound', 'duplicate'],
      };
    case 'undo.post':
      return { summary, body: object({ history_id: id }), data: object({ id }), refusals: ['notFound', 'stale'] };
    case 'batch.post':
      return { summary, ...batchPart(resource, locale) };
    case 'timeline.get':
      return {
        summary,
        parameters: [query('id', id, undefined, true), query('before', { type: 'string' })],
        data: timelineSchema(locale),
        refusals: ['notFound'],
      };
    case 'handlers.get':
      return {
        summary,
        parameters: [query('id', id, undefined, true), query('quick_search', { type: 'string' })],
        data: object({
          list: list(object({ id, name: word, username: word, department: { type: ['string', 'null'] } })),
        }),
        refusals: ['notFound'],
      };
    case 'assign.post':
      return {
        summary,
        body: object({ id, ids: list(id), to: { type: ['integer', 'null'], minimum: 0 } }, ['to']),
        data: nothing,
        refusals: ['notFound', 'parameter'],
      };
    case 'corrections.get':
      return {
        summary,
        parameters: [query('id', id, undefined, true)],
        data: correctionsSchema,
        refusals: ['notFound'],
      };
    case 'foresee.post':
      return { summary, ...previewPart(resource, locale), refusals: ['parameter', 'notFound'] };
    case 'rows.get': {
      const field: JsonSchema = { type: 'string', enum: listsOf(resource).map(([name]) => name) };
      const input = { id, field, page: id, limit: id };
      const parameters = Object.entries(input).map(([name, one]) => query(name, one, undefined, name in { id, field }));
      const data = object({ list: list({ type: 'object' }), total: { type: 'integer' } });
      return { summary, parameters, data, refusals: ['parameter'] };
    }
    case 'groups.get':
      return {
        summary,
        description: texts.groups[locale],
        parameters: [
          query('group', { type: 'string', enum: groupFields(resource) }, undefined, true),
          query('period', { type: 'string', enum: ['month', 'day'], default: 'month' }),
          query('sums', { type: 'string' }, summedFields(resource).join(', ')),
          ...listParameters(resource, locale).filter(({ name }) =>
            /^(quick_search|search|any|awaits|handler)/.test(name),
          ),
        ],
        filters: filtersOf(resource),
        data: object({ list: list({ type: 'object' }), more: { type: 'boolean' } }),
        refusals: ['parameter'],
      };
    case 'points.get':
      return {
        summary,
        description: texts.points[locale],
        parameters: listParameters(resource, locale).filter(({ name }) =>
          /^(order|quick_search|search|any|awaits|handler)/.test(name),
        ),
        filters: filtersOf(resource),
        data: object({ points: list(list({})), more: { type: 'boolean' } }),
        refusals: ['parameter'],
      };
    case 'measure.get':
      return {
        summary,
        description: texts.measure[locale],
        parameters: [
          ...measureParameters(resource, locale),
          ...listParameters(resource, locale).filter(({ name }) =>
            /^(quick_search|search|any|awaits|handler)/.test(name),
          ),
        ],
        filters: filtersOf(resource),
        data: object({ list: list({ type: 'object' }), more: { type: 'boolean' }, month: { type: 'string' } }),
        refusals: ['parameter'],
      };
    case 'reveal.post':
      return {
        summary,
        body: object({
          id,
          fields: list({ type: 'string', enum: maskedFields(resource) }),
          reason: { type: 'string', minLength: 2, maxLength: 200 },
        }),
        data: object({ row: { type: 'object' } }),
        refusals: ['invalid', 'notFound'],
      };
    case 'export.get':
    case 'export.post':
      return exportPart(resource, summary, call === 'export.post', locale);
    case 'import.post':
      return {
        summary,
        description: texts.imported[locale],
        form: object(
          {
            file: { type: 'string', contentMediaType: 'application/octet-stream', description: '.xlsx, .csv' },
            mode: {
              type: 'string',
              enum: ['all_or_nothing', 'valid_only'],
              default: 'all_or_nothing',
              description: texts.mode[locale],
            },
            dry: { type: 'string', enum: ['0', '1'], default: '0' },
            again: { type: 'string', enum: ['0', '1'], default: '0' },
            columns: { type: 'string' },
          },
          ['file'],
        ),
        data: object({ job_id: id }),
        refusals: ['parameter', 'repeated'],
      };
    default:
      return { summary, data: object({ url: { type: 'string' } }) };
  }
}

const maskedFields = (resource: AnyResource) =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.privacy === 'masked')
    .map(([name]) => name);

/** A form with the key of the row and the version its sender saw. */
const withKey = (form: JsonSchema, locale: Locale): JsonSchema => ({
  ...form,
  required: ['id', ...((form.required as string[] | undefined) ?? [])],
  properties: {
    id,
    version: { type: 'integer', description: texts.version[locale] },
    ...(form.properties as Readonly<Record<string, JsonSchema>>),
  },
});

/** Fields of the form by state, where a state keeps any of them from this actor. */
function describeClosed(resource: AnyResource, actor: Actor, locale: Locale): string | undefined {
  const states = Object.entries((resource.life?.states ?? {}) as Readonly<Record<string, Text>>);
  const whole = Object.keys(writableFields(resource, 'edit'));
  const rules = states.flatMap(([state, label]) => {
    const open = Object.keys(writableFields(resource, 'edit', { actor, state }));
    return open.length === whole.length
      ? []
      : [`- ${label[locale]} (${state}): ${open.join(', ') || texts.nothing[locale]}`];
  });
  return rules.length > 0 ? [texts.closed[locale], ...rules].join('\n') : undefined;
}

const stepSchema = (steps: readonly Step[], locale: Locale): Record<string, JsonSchema> => ({
  step: {
    type: 'string',
    enum: [...steps.map((step) => step.name), ...proposalEnds],
    description: texts.step[locale],
  },
});

function movePart(resource: AnyResource, name: string, locale: Locale): Part | undefined {
  const move = moveOf(resource.life, name);
  if (!move) return undefined;
  const states = resource.life?.states as Readonly<Record<string, Text>>;
  const state = (one: string) => `${states[one]?.[locale] ?? one} (${one})`;
  const ends = endsOf(move).map(state).join(' / ') || move.from.map(state).join(' / ');
  const lines = [`${move.from.map(state).join(', ')} → ${ends}`];
  if (move.effect) lines.push(move.effect[locale]);
  if (move.steps) {
    lines.push(texts.steps[locale] + move.steps.map((step) => step.label[locale]).join(' → '));
    lines.push(texts.proposal[locale]);
  }
  if (move.batch) lines.push(texts.batch[locale]);
  const input = bodySchema(move.input ?? {}, locale);
  const undo = object({ history_id: id, until: { type: 'integer' } });
  const one = object({ row: rowReference(resource), ...(move.reversible ? { undo } : {}) }, ['row']);
  const refused = object({ id, msg: { type: 'string' }, reason: { type: 'string' } }, ['id', 'msg']);
  const pairs = list({ type: 'array', minItems: 1, maxItems: 2, items: { type: 'integer' } });
  const moveInput = move.steps ? stepSchema(move.steps, locale) : undefined;
  const single = withKey(
    moveInput ? { ...input, required: [], properties: { ...moveInput, ...(input.properties as object) } } : input,
    locale,
  );
  const many = { ...input, properties: { ids: pairs, ...(input.properties as object) } };
  return {
    summary: move.label[locale],
    description: lines.join('\n\n'),
    body: move.batch ? { anyOf: [single, { ...many, required: ['ids', ...requiredOf(input)] }] } : single,
    example: { id: 1, version: 1, ...bodyExample(move.input ?? {}) },
    data: move.batch ? { oneOf: [one, object({ done: list(id), refused: list(refused) })] } : one,
    refusals: ['invalid', 'notFound', 'stale', 'badTransition', ...(move.steps ? (['sameApprover'] as const) : [])],
  };
}

const requiredOf = (form: JsonSchema) => (form.required as string[] | undefined) ?? [];

/** How the document groups a resource: the folder its name begins with. */
export const groupOf = (resource: AnyResource) => resource.name.split('/')[0] as string;
