import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import {
  creditLists,
  effectiveListingStates,
  listedSubjects,
  listingGrounds,
  listingMeasures,
} from './credit-event-kinds-lists-and-grounds.ts';
import { redOrBlackListEntryLifecycle } from './red-or-black-list-entry-lifecycle.ts';

const server = { write: 'server' } as const;
const mine = ['index', 'export', 'state', 'waive'] as const;

/**
 * An enterprise, its legal representative or a guide on a credit list (domain reference §2.N `crd_list`). Until the notice
 * it has no recipient, so that only officers see it; while it is published, everybody does. A guide is notified by message and reads
 * it on a screen of their own.
 */
export const creditListing = resource({
  name: 'credit/listing',
  label: text('信用名单', 'Credit lists'),
  icon: 'solution',
  title: 'no',
  heading: ['list', 'enterprise_id', 'guide_id', ['ends_on', text('至 {n}', 'until {n}')]],
  scope: 'area',
  partOf: 'recipient_id',
  codes: { no: '' },
  order: ['id', 'desc'],
  members: { owner: mine, operator: mine, viewer: ['index'] },
  chained: ['notify', 'state', 'waive', 'decide', 'drop', 'publish', 'repair', 'relist', 'remove', 'expire'],
  remark: text(
    '列入须依据已作出决定的案件或者有关机关的文书，先告知、听取陈述申辩，再由另一人认定。',
    'A listing rests on a decided case or an official document. The party is notified and heard first; another officer decides.',
  ),
  sections: {
    listing: text('列入', 'Listing'),
    ground: text('依据', 'Ground'),
    hearing: text('告知与陈述申辩', 'Notice and statement'),
    decision: text('认定与公布', 'Decision and publication'),
  },
  listed: [
    'no',
    'status',
    'list',
    'subject',
    'enterprise_id',
    'guide_id',
    'starts_on',
    'ends_on',
    'basis_no',
    'area_code',
    'due_at',
  ],
  measures: {
    listings: {
      label: text('信用名单', 'Credit lists'),
      by: ['list', 'status', 'area_code'],
      at: 'published_on',
    },
  },
  published: {
    when: [['status', 'IN', effectiveListingStates]],
    fields: [
      'no',
      'list',
      'subject',
      'name',
      'uscc',
      'person_name',
      'card_no',
      'reason',
      'basis_no',
      'basis_authority',
      'measures',
      'decision_no',
      'starts_on',
      'ends_on',
      'published_on',
      'area_code',
      'status',
    ],
    // the reason can be corrected only before the notice
    moves: ['notify', 'publish', 'requestRepair', 'refuseRepair', 'relist'],
  },
  fields: {
    no: field.identifier(text('名单编号', 'Number'), {
      number: { pattern: 'XY{yyyy}{seq:5}', on: 'notify' },
      search: true,
      unique: true,
      section: 'listing',
    }),
    list: field.select(text('名单', 'List'), { required: true, options: creditLists, section: 'listing' }),
    subject: field.select(text('列入对象', 'Who is listed'), {
      options: listedSubjects,
      initial: 'enterprise',
      required: true,
      section: 'listing',
      hint: text('吊销许可证的，同时列入法定代表人', 'After a revocation the legal representative is listed as well'),
    }),
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      requiredWhen: { by: 'subject', of: ['enterprise', 'legal_representative'] },
      shownWhen: { by: 'subject', of: ['enterprise', 'legal_representative'] },
      write: 'add',
      search: true,
      section: 'listing',
    }),
    guide_id: field.reference(text('导游', 'Guide'), {
      to: 'crew/guide',
      requiredWhen: { by: 'subject', of: ['guide'] },
      shownWhen: { by: 'subject', of: ['guide'] },
      write: 'add',
      search: true,
      section: 'listing',
    }),
    // the enterprise, from the notice on
    recipient_id: field.reference(text('受送达人', 'Recipient'), {
      ...server,
      to: 'enterprise/enterprise',
      related: false,
      list: 'never',
      filter: false,
    }),
    name: field.text(text('企业名称', 'Name'), {
      ...server,
      search: true,
      section: 'listing',
      list: 'never',
      hint: text('导游为其执业单位', 'Of a guide: where the guide is registered'),
    }),
    uscc: field.creditCode(text('统一社会信用代码', 'Unified social credit code'), {
      ...server,
      section: 'listing',
      list: 'offered',
    }),
    person_name: field.personName(text('法定代表人或者导游', 'Legal representative or guide'), {
      ...server,
      section: 'listing',
      list: 'offered',
    }),
    card_no: field.identifier(text('导游证号', 'Guide card number'), {
      ...server,
      search: true,
      section: 'listing',
      list: 'offered',
    }),
    reason: field.textarea(text('列入事由', 'Reason'), {
      required: true,
      min: 10,
      max: 1000,
      section: 'listing',
      list: 'offered',
    }),
    measures: field.checkbox(text('管理措施', 'Measures'), {
      options: listingMeasures,
      required: true,
      section: 'listing',
      list: 'offered',
    }),
    ground: field.select(text('依据类别', 'Kind of ground'), {
      options: listingGrounds,
      required: true,
      section: 'ground',
      list: 'offered',
    }),
    basis_no: field.identifier(text('决定书或文书号', 'Number of the decision or document'), {
      required: true,
      max: 60,
      search: true,
      section: 'ground',
    }),
    basis_authority: field.text(text('作出机关', 'Issued by'), {
      required: true,
      max: 100,
      section: 'ground',
      list: 'offered',
    }),
    basis_on: field.date(text('作出日期', 'Issued on'), { required: true, section: 'ground', list: 'offered' }),
    basis_file: field.file(text('决定书或文书', 'Decision or document'), {
      accept: 'pdf,ofd,jpg,jpeg,png',
      private: true,
      section: 'ground',
      list: 'never',
    }),
    noticed_on: field.date(text('告知日期', 'Notified on'), { ...server, section: 'hearing', list: 'offered' }),
    notice_no: field.identifier(text('告知书文号', 'Number of the notice'), {
      ...server,
      section: 'hearing',
      list: 'offered',
    }),
    statement_until: field.date(text('陈述申辩截止', 'Statement until'), {
      ...server,
      section: 'hearing',
      list: 'offered',
    }),
    heard: field.switch(text('已陈述或放弃', 'Stated or waived'), { ...server, section: 'hearing', list: 'offered' }),
    statement: field.textarea(text('陈述申辩意见', 'Statement'), { ...server, section: 'hearing', list: 'offered' }),
    statement_files: field.files(text('证据材料', 'Evidence'), {
      ...server,
      private: true,
      section: 'hearing',
      list: 'never',
    }),
    stated_at: field.datetime(text('陈述申辩时间', 'Stated at'), { ...server, section: 'hearing', list: 'offered' }),
    opinion: field.textarea(text('认定意见', 'Findings'), { ...server, section: 'decision', list: 'offered' }),
    decided_by: field.reference(text('认定人', 'Decided by'), {
      ...server,
      to: 'auth/admin',
      reach: 'all',
      related: false,
      reads: 'decide',
      section: 'decision',
      list: 'offered',
    }),
    decided_on: field.date(text('认定日期', 'Decided on'), { ...server, section: 'decision', list: 'offered' }),
    decision_no: field.identifier(text('决定书文号', 'Number of the decision'), {
      ...server,
      search: true,
      section: 'decision',
      list: 'offered',
    }),
    starts_on: field.date(text('列入日期', 'Listed from'), { ...server, section: 'decision' }),
    ends_on: field.date(text('列入截止', 'Listed until'), { ...server, section: 'decision' }),
    published_on: field.date(text('公布日期', 'Published on'), { ...server, section: 'decision', list: 'offered' }),
    removed_on: field.date(text('移出日期', 'Removed on'), { ...server, section: 'decision', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { ...server, section: 'listing' }),
  },
  life: redOrBlackListEntryLifecycle,
});
export interface CreditListing extends Row<typeof creditListing> {}
