/**
 * npm run reference:docs: writes docs/reference from the declarations; test/texts/reference-docs.test.ts checks that it is
 * current.
 */

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '#data/package-root.ts';
import { roleInRowOrOnlookerLabels } from '#kernel/access/member-rights-by-role.ts';
import type { RoleInRowOrOnlooker } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { DeadlineClock, MoveEffectsOnClocks } from '#kernel/declaration/deadline-clock.ts';
import type { AnyField, Fields } from '#kernel/declaration/field.ts';
import type { EditableFields, Lifecycle, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource, Scope } from '#kernel/declaration/resource.ts';
import type { Option } from '#kernel/declaration/select-option-with-label-color-tone.ts';
import { kindOf, targetsOf } from '#kernel/field/field.ts';
import { statesAfterMove } from '#kernel/lifecycle/lifecycle.ts';
import { entersEvidenceChain } from '#kernel/lifecycle/writes-entered-in-evidence-chain.ts';
import { isResource } from '#kernel/module/module.ts';
import { allColumnsOf } from '#kernel/resource/all-columns-of-resource.ts';
import { eventName } from '#kernel/resource/domain-events-of-resource.ts';
import { permissionNodesOf } from '#kernel/resource/permission-nodes.ts';
import { rowsReferringTo } from '#kernel/resource/reference-fields-pointing-to-resource.ts';
import { controllerNameOf, tableOf } from '#kernel/resource/table-and-controller-names.ts';
import type { Text } from '#kernel/text/text.ts';
import { modules, resources } from '#modules/registry.ts';
import { ticketPurposes } from '#server/auth/one-time-ticket.ts';
import { stateDiagram } from './state-diagram.ts';

import '#modules/server.ts'; // all server parts, which declare option lists and tickets

export const referenceFolder = path.join(packageRoot, 'docs', 'reference');

const both = (text: Text) => (text['zh-cn'] === text.en ? text.en : `${text['zh-cn']} ${text.en}`);
const code = (name: string) => `\`${name}\``;
const fileOf = (resource: AnyResource) => `${controllerNameOf(resource)}.md`;
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))];
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const scopes: Readonly<Record<Scope, string>> = {
  area: '辖区：行政区划前缀 by area prefix',
  department: '部门及其下级 by department and below',
  own: "本人 one's own",
  parent: '随所属记录 by what it is part of',
  all: '全部 all rows',
};

/** Every file of the folder with its text. */
export function describeReference(): Map<string, string> {
  const files = new Map([['README.md', describeIndex()]]);
  for (const resource of modules.flatMap((one) => one.entries.filter(isResource)))
    files.set(fileOf(resource), describeResource(resource));
  return files;
}

/** What tickets and single-use links are good for. */
function describeTickets(): string {
  const rows = [...ticketPurposes().values()]
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, seconds, uses = 1, held }) => [
      code(name),
      String(seconds),
      uses === 'any' ? '不限 any' : String(uses),
      held ? '仅签发对象 its holder' : '持有者 whoever has it',
    ]);
  return `## 一次性凭证 One-time tickets\n\n${table(['用途 Purpose', '有效秒数 Seconds', '可用次数 Uses', '谁可使用 Good for'], rows)}`;
}

function describeIndex(): string {
  const parts = modules
    .filter(({ entries }) => entries.length > 0)
    .map((module) => {
      const rows = module.entries.map((entry) =>
        isResource(entry)
          ? [`[${code(entry.name)}](${fileOf(entry)})`, both(entry.label), code(tableOf(entry)), scopes[entry.scope]]
          : [code(entry.name), both(entry.label), '', '页面 screen'],
      );
      return `## ${both(module.label)}\n\n${table(['业务 Resource', '名称 Label', '数据表 Table', '数据范围 Rows seen'], rows)}`;
    });
  return `# 业务参考 Reference of declared resources

由声明生成，请勿手改：改 \`modules/*/contract\` 后运行 \`npm run reference:docs\`。
Generated from the declarations; do not edit. Change \`modules/*/contract\` and run \`npm run reference:docs\`.

每个业务都有的列 Columns every resource has: \`id\`, \`version\`, \`createtime\`, \`updatetime\`；有状态的另有 with a life also \`status\`, \`due_at\`.

${parts.join('\n\n')}

${describeTickets()}
`;
}

function describeResource(resource: AnyResource): string {
  const facts = [
    `控制器 Controller: ${code(`/admin/${controllerNameOf(resource)}/…`)}`,
    `数据表 Table: ${code(tableOf(resource))}`,
    `数据范围 Rows seen: ${scopes[resource.scope]}`,
    ...(resource.partOf ? [`所属 Part of: ${code(resource.partOf)}`] : []),
    `标题字段 Title: ${code(resource.title)}`,
    ...(resource.order ? [`默认排序 Order: ${code(resource.order.join(' '))}`] : []),
    ...(resource.tree ? [`树形 Tree: ${code(resource.tree)}`] : []),
    ...(resource.sortable ? ['可拖动排序 Rows are ordered by dragging (`weigh`)'] : []),
    ...(resource.owner ? [`归属字段 Owner: ${code(resource.owner)}`] : []),
    ...(resource.people ? [`持有人 People: ${code(resource.people)}`] : []),
    ...Object.entries(resource.members ?? {}).map(
      ([role, actions]) =>
        `会员 Members, ${both(roleInRowOrOnlookerLabels[role as RoleInRowOrOnlooker])}: ${actions.map(code).join(' ')}`,
    ),
    ...(resource.facts?.length
      ? [`另有事件 Further events: ${resource.facts.map((fact) => code(eventName(resource, fact))).join(', ')}`]
      : []),
    ...rowsReferringTo(resource, resources).map(
      ({ other, field }) => `相关业务 Related: [${code(other.name)}](${controllerNameOf(other)}.md) (${code(field)})`,
    ),
    ...(resource.published
      ? [
          `公开 Published: ${code(`/api/${controllerNameOf(resource)}/published`)}, ${resource.published.fields.map(code).join(', ')}`,
        ]
      : []),
    ...Object.entries(resource.measures ?? {}).map(
      ([name, one]) => `统计 Measure: ${code(name)} ${both(one.label)} (${one.by.map(code).join(', ')})`,
    ),
  ];
  const parts = [
    `# ${both(resource.label)} · ${code(resource.name)}`,
    ...(resource.remark ? [both(resource.remark)] : []),
    facts.map((fact) => `- ${fact}`).join('\n'),
    `## 字段 Fields\n\n${describeFields(allColumnsOf(resource))}`,
    ...(resource.life ? [describeLife(resource)] : []),
    `## 权限节点 Permission nodes\n\n${table(
      ['节点 Node', '名称 Label'],
      permissionNodesOf(resource).map(({ node, label }) => [code(node), both(label)]),
    )}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const writers = { form: '', add: '仅添加时 when adding', server: '系统 server' } as const;

function describeFields(fields: Fields): string {
  return table(
    ['字段 Field', '名称 Label', '类型 Kind', '必填 Required', '写入 Written by', '说明 Notes'],
    Object.entries(fields).map(([name, field]) => [
      code(name),
      both(field.label),
      field.kind === kindOf(field).column ? field.kind : `${field.kind} · ${kindOf(field).column}`,
      field.required ? '✓' : '',
      writers[field.write ?? 'form'],
      notesOf(field).join('; '),
    ]),
  );
}

function notesOf(field: AnyField): string[] {
  const notes: string[] = [];
  const { options, min, max, level } = field.options as {
    options?: Readonly<Record<string, Option>>;
    min?: number;
    max?: number;
    level?: number;
  };
  if (field.hint) notes.push(both(field.hint));
  const unset = kindOf(field).unset?.(field.options);
  if (unset) notes.push(`空 empty: ${both(unset)}`);
  for (const { resource, key } of targetsOf(field))
    if (key === 'id') notes.push(`→ [${code(resource)}](${resource.replace('/', '.')}.md)`);
  if (min !== undefined && max !== undefined) notes.push(`${min}–${max}`);
  else if (min !== undefined || max !== undefined) notes.push(max === undefined ? `≥ ${min}` : `≤ ${max}`);
  if (level !== undefined) notes.push(`级别 level ≥ ${level}`);
  if (field.unique) {
    const together = field.unique === true ? '' : ` + ${field.unique.map(code).join(', ')}`;
    notes.push(`唯一 unique${together}`);
  }
  const { cites } = field.options as { cites?: true | { readonly on: string } };
  if (cites)
    notes.push(
      cites === true
        ? '引用已发布的版本 cites a version'
        : `引用当日施行的版本 cites the version in force on ${code(cites.on)}`,
    );
  if (field.computed) notes.push('读取时计算 computed when read');
  if (field.search) notes.push('快速搜索 quick search');
  if (field.privacy === 'masked') notes.push('个人信息，掩码 personal data, masked');
  if (field.privacy === 'hidden') notes.push('从不返回 never answered');
  if (field.reads) notes.push(`查看须有 read by ${code(field.reads)}`);
  if (field.writes) notes.push(`填写须有 written by ${code(field.writes)}`);
  if (field.shownWhen)
    notes.push(`限 asked for where ${code(field.shownWhen.by)} = ${field.shownWhen.of.map(code).join(', ')}`);
  if (field.options.private === true) notes.push('私密文件 private file');
  if (options) {
    const optionTexts = Object.entries(options).map(([key, option]) => `${code(key)} ${both(option)}`);
    notes.push(optionTexts.join(', '));
  }
  return notes;
}

/** Which parts of the form can be written in a state, and by whom where that differs. */
function describeDeletable(deletable: State['deletable']): string[] {
  if (deletable === false) return ['不能删除 kept'];
  if (typeof deletable !== 'object') return [];
  return [
    ...(deletable.admin === false ? ['管理员不能删除 kept from officers'] : []),
    ...(deletable.member === false ? ['会员不能删除 kept from members'] : []),
  ];
}

function describeEditable(editable: State['editable'], who = ''): string[] {
  if (editable === undefined || editable === true) return [];
  if (editable === false) return [`锁定表单 form locked${who}`];
  if (Array.isArray(editable)) return [`可修改${who} editable: ${editable.map(code).join(', ')}`];
  if ('except' in editable)
    return [`不可修改${who} not editable: ${(editable.except as string[]).map(code).join(', ')}`];
  return [
    ...describeEditable((editable as { admin?: EditableFields }).admin, '（管理员 officer）'),
    ...describeEditable((editable as { member?: EditableFields }).member, '（会员 member）'),
  ];
}

const describeClocks = (clocks: Readonly<Record<string, DeadlineClock>>): string =>
  table(
    ['期限 Clock', '名称 Label', '规则 Deadline rule', '状态 States', '说明 Notes'],
    Object.entries(clocks).map(([name, clock]) => [
      code(name),
      both(clock),
      clock.rule === undefined ? `至 ${code(clock.until ?? '')} until` : code(clock.rule),
      clock.in.map(code).join(', '),
      [
        ...(clock.from ? [`从 ${code(clock.from)} 起算 counts from it`] : []),
        ...(clock.served ? ['已告知的日期不提前 never ends before the date told'] : []),
      ].join('; '),
    ]),
  );

const describeClockMoves = ({ starts, stops, pauses, resumes }: MoveEffectsOnClocks): string[] =>
  Object.entries({
    '开始 starts': starts,
    '结束 stops': stops,
    '中止 pauses': pauses,
    '恢复 resumes': resumes,
  }).flatMap(([verb, names]) => (names ? [`${verb} ${names.map(code).join(', ')}`] : []));

function describeLife(resource: AnyResource): string {
  const life = resource.life as Lifecycle;
  const states = Object.entries(life.states).map(([name, state]) => [
    code(name),
    both(state),
    [
      ...(name === life.initial ? ['起点 initial'] : []),
      ...(name === life.initialByOffice ? ['主管部门登记的起点 initial of rows added by the office'] : []),
      ...(state.final ? ['终点 final'] : []),
      ...describeEditable(state.editable),
      ...describeDeletable(state.deletable),
    ].join('; '),
  ]);
  const moves = Object.entries(life.moves).map(([name, move]) => [
    code(name),
    both(move.label),
    `${move.from.map(code).join(', ')} → ${statesAfterMove(move).map(code).join(' / ') || '—'}`,
    (move.by ?? ['admin']).map((actor) => (actor === 'admin' ? '管理员 officer' : '会员 member')).join(', '),
    describeClockMoves(move).join('; '),
    Object.entries(move.input ?? {})
      .map(([field, one]) => `${code(field)}${one.required ? '*' : ''} ${both(one.label)}`)
      .join(', '),
    [
      ...(move.when ?? []).map((guard) => `不能办理时 unless possible: ${both(guard.else)}`),
      ...(move.steps ? [`分步 steps: ${move.steps.map((step) => both(step.label)).join(' → ')}`] : []),
      ...(move.reversible ? ['30 秒内可撤回 undo within 30 s'] : []),
      ...(move.batch ? ['可批量 batch'] : []),
      ...(entersEvidenceChain(resource, 'move', name) ? ['存证 chained'] : []),
      ...(move.settles ? ['待办消息记为已读 settles to-do messages'] : []),
      ...(move.emits ? [`事件 event ${code(eventName(resource, move.emits))}`] : []),
      ...(move.effect ? [both(move.effect)] : []),
    ].join('; '),
  ]);
  return [
    '## 状态 States',
    `\`\`\`mermaid\n${stateDiagram(life, both)}\n\`\`\``,
    table(['状态 State', '名称 Label', '说明 Notes'], states),
    '## 流转 Moves',
    table(['流转 Move', '名称 Label', '状态 States', '谁 Who', '期限 Deadline', '填写 Input', '说明 Notes'], moves),
    '`*` 必填 required',
    ...(life.clocks ? ['## 期限 Clocks', describeClocks(life.clocks)] : []),
  ].join('\n\n');
}

/** Writes changed files, removes those of removed resources, and returns how many changed. */
function writeReference(): number {
  fs.mkdirSync(referenceFolder, { recursive: true });
  const files = describeReference();
  let changed = 0;
  for (const name of fs.readdirSync(referenceFolder)) {
    if (files.has(name)) continue;
    fs.rmSync(path.join(referenceFolder, name));
    changed++;
  }
  for (const [name, text] of files) {
    const file = path.join(referenceFolder, name);
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) continue;
    fs.writeFileSync(file, text);
    changed++;
  }
  return changed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  console.log(`docs/reference: ${writeReference()} files changed`);
}
