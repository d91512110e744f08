import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { currentVersionConditions } from '#kernel/version/version-publication-lifecycle.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { enforcementDomains } from '../domain/enforcement-domain.ts';

/**
 * A closed case that others learn from, without names (domain reference §2.H). A published one may be open to
 * everybody. It cannot be published while it contains identity numbers, mobile numbers or bank cards.
 */
export const typicalCase = versionedResource({
  name: 'library/typicalCase',
  label: text('典型案例', 'Typical cases'),
  icon: 'file-search',
  title: 'title',
  scope: 'area',
  versionsOf: 'code',
  remark: text(
    '已结案件的匿名摘编。发布时检查身份证号、手机号和银行卡号；公开的案例任何人都可以查阅。',
    'Anonymised summaries of closed cases. Publishing checks for identity numbers, mobiles and bank cards; public ones can be read by everybody.',
  ),
  sections: {
    basic: text('基本信息', 'Basic information'),
    content: text('案情与处理', 'Facts and handling'),
  },
  measures: { typical_cases: { label: text('典型案例', 'Typical cases'), by: ['domain', 'status', 'area_code'] } },
  published: {
    when: [...currentVersionConditions, ['open', '=', '1']],
    fields: ['code', 'title', 'domain', 'cause', 'facts', 'handling', 'basis', 'lesson'],
    moves: ['publish'],
  },
  fields: {
    code: field.identifier(text('案例编号', 'Case number'), {
      number: 'DX{yyyy}{seq:3}',
      unique: ['revision'],
      search: true,
      section: 'basic',
    }),
    title: field.text(text('标题', 'Title'), {
      required: true,
      max: 100,
      search: true,
      section: 'basic',
      hint: text('不写当事人的名称，如“某旅行社”', 'Do not name the party'),
    }),
    domain: field.select(text('执法领域', 'Domain'), {
      required: true,
      options: enforcementDomains,
      section: 'basic',
    }),
    cause: field.text(text('案由', 'Cause'), { required: true, max: 200, search: true, section: 'basic' }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'basic' }),
    open: field.switch(text('向社会公开', 'Open to everybody'), { initial: '0', section: 'basic' }),
    facts: field.textarea(text('案情', 'Facts'), { required: true, max: 5000, search: true, section: 'content' }),
    handling: field.textarea(text('处理结果', 'Handling'), { required: true, max: 3000, section: 'content' }),
    basis: field.textarea(text('法律依据', 'Legal basis'), { required: true, max: 1000, section: 'content' }),
    lesson: field.textarea(text('典型意义', 'Lesson'), { required: true, max: 3000, section: 'content' }),
  },
});
export interface TypicalCase extends Row<typeof typicalCase> {}
