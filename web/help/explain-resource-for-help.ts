import type { AnyField } from '#kernel/declaration/field.ts';
import type { Lifecycle, Move, State } from '#kernel/declaration/lifecycle.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { kindOf } from '#kernel/field/field.ts';
import { joinList, type Locale, text, textIn } from '#kernel/text/text.ts';

const texts = {
  required: text('必填', 'Required'),
  unique: text('不能重复', 'No duplicates'),
  masked: text('个人信息，脱敏显示', 'Personal data, shown masked'),
  server: text('由系统填写', 'Filled in by the system'),
  adding: text('只在新增时填写', 'Entered only when adding'),
  choices: text('可选：{list}', 'Options: {list}'),
  officers: text('工作人员', 'Officers'),
  members: text('企业、会员', 'Members'),
  platform: text('系统自动办理', 'Done by the system'),
  county: text('县级经办', 'handled by county'),
  city: text('市级经办', 'handled by prefecture'),
  final: text('办结', 'closed'),
  stays: text('状态不变', 'status unchanged'),
} as const;

/** Something explained: its name, and its meaning in sentences. */
export interface ExplainedTerm {
  readonly name: string;
  readonly label: string;
  readonly sentences: readonly string[];
}

export interface ExplainedMove extends ExplainedTerm {
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly by: string;
  /** Permission nodes, one for each step; each allows its step. Empty: officers do not make the move. */
  readonly nodes: readonly string[];
}

/** The explanation of a resource derived from its declaration, in one language. */
interface ResourceHelp {
  readonly fields: readonly ExplainedTerm[];
  readonly states: readonly ExplainedTerm[];
  readonly moves: readonly ExplainedMove[];
}

const maxChoices = 12;

function explainField([name, one]: [string, AnyField], locale: Locale): ExplainedTerm {
  const kind = kindOf(one);
  const options = (one.options as { options?: Readonly<Record<string, Readonly<Record<Locale, string>>>> }).options;
  const choices = Object.values(options ?? {}).map((option) => option[locale]);
  const sentences = [
    one.hint?.[locale],
    one.write === 'server' ? undefined : kind.sheetHint?.(one.options)?.[locale],
    choices.length > 0 && choices.length <= maxChoices
      ? textIn(texts.choices, locale, { list: joinList(choices, locale) })
      : undefined,
    one.required ? texts.required[locale] : undefined,
    one.unique ? texts.unique[locale] : undefined,
    one.privacy === 'masked' ? texts.masked[locale] : undefined,
    one.write === 'server' ? texts.server[locale] : one.write === 'add' ? texts.adding[locale] : undefined,
  ];
  return {
    name,
    label: one.label[locale],
    sentences: [...new Set(sentences.filter((part) => part !== undefined && part !== ''))] as string[],
  };
}

function explainLife(resource: AnyResource, life: Lifecycle, locale: Locale): Pick<ResourceHelp, 'states' | 'moves'> {
  const states = Object.entries<State>(life.states);
  const called = (name: string) => (life.states as Readonly<Record<string, State>>)[name]?.[locale] ?? name;
  return {
    states: states.map(([name, { officeLevel: level, final, ...state }]) => ({
      name,
      label: state[locale],
      sentences: [
        ...(level === undefined ? [] : [(level === 3 ? texts.county : texts.city)[locale]]),
        ...(final ? [texts.final[locale]] : []),
      ],
    })),
    moves: Object.entries<Move>(life.moves).map(
      ([name, { label, from, to, orTo = [], by = ['admin'], effect, steps }]) => ({
        name,
        label: label[locale],
        sentences: [
          ...(effect ? [effect[locale]] : []),
          ...(steps ? [steps.map((step) => step.label[locale]).join(' → ')] : []),
        ],
        from: from.map(called),
        to: to === undefined && orTo.length === 0 ? [texts.stays[locale]] : [...(to ? [to] : []), ...orTo].map(called),
        by:
          by.length === 0
            ? texts.platform[locale]
            : joinList(
                by.map((actor) => (actor === 'admin' ? texts.officers : texts.members)[locale]),
                locale,
              ),
        nodes: by.includes('admin')
          ? (steps ?? [undefined]).map((step) => `${resource.name}/${name}${step ? `:${step.name}` : ''}`)
          : [],
      }),
    ),
  };
}

/** Explains a resource as the caller sees it; invisible fields and moves are left out. */
export function explainResource(resource: AnyResource, locale: Locale): ResourceHelp {
  const fields = Object.entries<AnyField>(resource.fields)
    .filter(([, one]) => one.privacy !== 'hidden' && !(one.write === 'server' && one.list === 'never'))
    .map((one) => explainField(one, locale));
  const life = resource.life as Lifecycle | undefined;
  return { fields, ...(life ? explainLife(resource, life, locale) : { states: [], moves: [] }) };
}
