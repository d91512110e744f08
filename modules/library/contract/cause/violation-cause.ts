import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { versionedResource } from '#kernel/version/versioned-resource.ts';
import { enforcementDomains } from '../domain/enforcement-domain.ts';
import { penaltyKinds, penaltySubjects, prescriptionYears } from './penalty-kinds-subjects-and-fine-bases.ts';

/** A violation for which cases are filed, with its statutory penalty (domain reference §2.H). */
export const violationCause = versionedResource({
  name: 'library/cause',
  label: text('案由', 'Causes'),
  icon: 'audit',
  title: 'name',
  titleEnglish: 'name_en',
  subtitle: ['code', 'basis'],
  scope: 'all',
  versionsOf: 'code',
  order: ['code', 'asc'],
  remark: text(
    '违法行为与法定罚则；行政处罚案件按案由立案，裁量基准在法定幅度内分档。',
    'Violations and their statutory penalties. Cases are filed by cause; discretion standards grade the statutory range.',
  ),
  sections: {
    cause: text('违法行为', 'Violation'),
    penalty: text('罚则', 'Penalty'),
    procedure: text('程序', 'Procedure'),
  },
  fields: {
    code: field.identifier(text('案由编码', 'Cause code'), {
      required: true,
      write: 'add',
      max: 20,
      unique: ['revision'],
      search: true,
      section: 'cause',
    }),
    name: field.text(text('案由名称', 'Name'), { required: true, max: 200, search: true, section: 'cause' }),
    name_en: field.text(text('英文名称', 'English name'), {
      max: 300,
      search: true,
      list: 'offered',
      section: 'cause',
    }),
    domain: field.select(text('执法领域', 'Field of enforcement'), {
      required: true,
      options: enforcementDomains,
      section: 'cause',
    }),
    subject: field.select(text('处罚对象', 'Subject'), {
      required: true,
      options: penaltySubjects,
      initial: 'org',
      section: 'cause',
    }),
    basis: field.text(text('法律依据', 'Legal basis'), { required: true, max: 300, search: true, section: 'cause' }),
    articles: field.rows(text('引用条文', 'Articles cited'), {
      of: 'library/causeArticle',
      max: 20,
      list: 'offered',
      section: 'cause',
    }),
    penalty_kinds: field.checkbox(text('处罚种类', 'Kinds of penalty'), {
      required: true,
      options: penaltyKinds,
      section: 'penalty',
    }),
    penalty_text: field.textarea(text('处罚内容', 'Penalty text'), {
      required: true,
      max: 1000,
      list: 'offered',
      section: 'penalty',
    }),
    penalties: field.rows(text('罚款幅度', 'Fines'), { of: 'library/penalty', max: 20, section: 'penalty' }),
    prescription_years: field.select(text('追责时效', 'Limitation period'), {
      required: true,
      options: prescriptionYears,
      initial: '2',
      list: 'offered',
      section: 'procedure',
      hint: text(
        '涉及公民生命健康安全、金融安全且有危害后果的为五年（行政处罚法第三十六条）',
        'Five years where life, health or financial security was harmed (Administrative Penalty Law, Art. 36)',
      ),
    }),
    simple_allowed: field.switch(text('可适用简易程序', 'Simple procedure'), {
      list: 'offered',
      section: 'procedure',
    }),
    hearing: field.switch(text('须告知听证', 'Right to a hearing'), {
      list: 'offered',
      section: 'procedure',
      hint: text(
        '停业、吊销的案由；较大数额罚款另按本地标准（行政处罚法第六十三条）',
        'Where suspension or revocation is possible; large fines by the local threshold (Administrative Penalty Law, Art. 63)',
      ),
    }),
    first_offence_exempt: field.switch(text('列入首违不罚清单', 'First offence exempt'), {
      list: 'offered',
      section: 'procedure',
    }),
  },
});
export interface ViolationCause extends Row<typeof violationCause> {}
