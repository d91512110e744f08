import { field } from '#kernel/field/field.ts';
import { declareDocument } from '#kernel/module/official-document.ts';
import { text } from '#kernel/text/text.ts';
import {
  subjectOfCheckDocuments as about,
  checkDocumentFields,
} from './shared-fields-and-subject-of-check-documents.ts';

const { party, check_no, officers } = checkDocumentFields;
const place = field.text(text('地点', 'Place'), { required: true, max: 200 });
const from = field.datetime(text('开始时间', 'Begun at'), { required: true });
const until = field.datetime(text('结束时间', 'Ended at'));
const filledFromCheck = { party: 'object_name', check_no: 'check_no', officers: 'team' } as const;
const twoOfficers = { ...text('执法人员', 'Enforcement officers'), persons: 2 } as const;

/** Asks somebody to appear and answer questions (行政处罚法 Art. 55). */
export const inquiryNoticeDocument = declareDocument({
  name: 'enforcement/inquiryNotice',
  label: text('询问通知书', 'Notice of an inquiry'),
  about,
  fills: { 'enforcement/check': filledFromCheck },
  fields: {
    party,
    check_no,
    person: field.personName(text('被询问人', 'Person to be questioned')),
    subject: field.textarea(text('询问事项', 'Subject'), { required: true, max: 1000 }),
    at: field.datetime(text('到场时间', 'Time'), { required: true }),
    place,
    bring: field.textarea(text('须携带的材料', 'Documents to bring'), {
      max: 1000,
      initial: '本人身份证件；受委托的，另带授权委托书。',
    }),
    officers,
    telephone: field.text(text('联系电话', 'Telephone'), { max: 40 }),
  },
  party: 'party',
  number: '{authority}文旅询通〔{yyyy}〕{seq}号',
  signatures: { recipient: text('被询问人签收', 'Signed for by the person') },
  crossesOut: true,
});

/** The record of an inquiry; who was questioned and the officers sign every page (行政处罚法 Art. 55). */
export const inquiryRecordDocument = declareDocument({
  name: 'enforcement/inquiryRecord',
  label: text('询问笔录', 'Record of an inquiry'),
  about,
  fills: { 'enforcement/check': { ...filledFromCheck, person: 'party_name', post: 'party_post' } },
  fields: {
    party,
    check_no,
    person: field.personName(text('被询问人', 'Person questioned'), { required: true }),
    identity: field.idNumber(text('身份证件号码', 'Identity number')),
    post: field.text(text('工作单位及职务', 'Employer and post'), { max: 100 }),
    mobile: field.mobile(text('联系电话', 'Mobile')),
    from,
    until,
    place,
    officers,
    recorder: field.text(text('记录人', 'Recorded by'), { max: 60 }),
    explained: field.textarea(text('告知事项', 'Told at the beginning'), {
      required: true,
      max: 500,
      initial:
        '执法人员已出示执法证件。依法告知：对执法人员可以申请回避；对询问应当如实回答，不得拒绝、阻碍；对与本次检查无关的问题有权拒绝回答。',
    }),
    questions: field.textarea(text('询问内容', 'Questions and answers'), {
      required: true,
      max: 60_000,
      hint: text('一问一答，各起一行', 'Each question and each answer on a line of its own'),
    }),
    read_over: field.text(text('核对意见', 'Confirmation'), {
      required: true,
      max: 200,
      initial: '以上笔录我已看过（已向我宣读），与我所说的一致。',
    }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅询录〔{yyyy}〕{seq}号',
  signatures: {
    questioned: { ...text('被询问人', 'Person questioned'), everyPage: true },
    officers: { ...twoOfficers, everyPage: true },
  },
  crossesOut: true,
});

/** The record of the examination of premises or things. */
export const siteExaminationDocument = declareDocument({
  name: 'enforcement/siteExamination',
  label: text('勘验笔录', 'Record of an examination'),
  about,
  fills: { 'enforcement/check': { ...filledFromCheck, present: 'party_name' } },
  fields: {
    party,
    check_no,
    subject: field.text(text('勘验事由', 'Reason'), { required: true, max: 200 }),
    from,
    until,
    place,
    present: field.personName(text('当事人或在场人', 'Party or person present')),
    officers,
    examiner: field.text(text('勘验人（受委托的专业人员）', 'Examiner (expert engaged)'), { max: 200 }),
    explained: field.text(text('告知事项', 'Told at the beginning'), {
      max: 300,
      initial: '已出示执法证件，并告知申请回避、陈述申辩的权利和配合勘验的义务。',
    }),
    findings: field.textarea(text('勘验情况', 'Findings'), { required: true, max: 20_000 }),
    annexes: field.textarea(text('附图、照片、录像', 'Drawings, pictures and videos annexed'), { max: 2000 }),
    refusal: field.textarea(text('拒签说明', 'Note on the refusal to sign'), { max: 500 }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅勘录〔{yyyy}〕{seq}号',
  signatures: {
    present: { ...text('当事人', 'Party'), everyPage: true },
    officers: { ...twoOfficers, everyPage: true },
    witness: text('见证人', 'Witness'),
  },
  crossesOut: true,
});

/** The voucher of samples taken as evidence (行政处罚法 Art. 56), of which the party keeps a copy. */
export const samplingDocument = declareDocument({
  name: 'enforcement/sampling',
  label: text('抽样取证凭证', 'Voucher of samples taken'),
  about,
  fills: { 'enforcement/check': filledFromCheck },
  fields: {
    party,
    check_no,
    basis: field.text(text('依据', 'Legal basis'), {
      required: true,
      max: 200,
      initial: '《中华人民共和国行政处罚法》第五十六条',
    }),
    from,
    place,
    way: field.text(text('抽样方法', 'Way of sampling'), { required: true, max: 200 }),
    samples: field.textarea(
      text('样品（名称、规格、批号、单位、数量、抽样基数）', 'Samples: name, size, batch, unit, number, out of'),
      {
        required: true,
        max: 20_000,
        hint: text('每件样品一行', 'One line for each sample'),
      },
    ),
    storage: field.text(text('封存和保管方式', 'Sealing and storage'), { max: 200 }),
    return_by: field.date(text('退还或处理期限', 'To be returned or dealt with by')),
    officers,
    remark: field.textarea(text('备注', 'Remarks'), { max: 500 }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅抽证〔{yyyy}〕{seq}号',
  signatures: {
    checked: text('当事人', 'Party'),
    officers: twoOfficers,
    witness: text('见证人', 'Witness'),
  },
  crossesOut: true,
});

/** The list of things annexed to another document, such as a voucher of samples. */
export const inventoryDocument = declareDocument({
  name: 'enforcement/inventory',
  label: text('物品清单', 'List of things'),
  about,
  fills: { 'enforcement/check': filledFromCheck },
  fields: {
    party,
    check_no,
    annexed_to: field.text(text('所附文书名称及文号', 'Document it is annexed to, and its number'), {
      required: true,
      max: 200,
    }),
    things: field.textarea(
      text('物品（名称、规格型号、单位、数量、状况）', 'Things: name, model, unit, number, condition'),
      {
        required: true,
        max: 20_000,
        hint: text('每件物品一行', 'One line for each thing'),
      },
    ),
    officers,
    remark: field.textarea(text('备注', 'Remarks'), { max: 500 }),
  },
  party: 'party',
  addressed: false,
  number: '{authority}文旅物单〔{yyyy}〕{seq}号',
  signatures: {
    checked: { ...text('当事人', 'Party'), everyPage: true },
    officers: { ...twoOfficers, everyPage: true },
    witness: text('见证人', 'Witness'),
  },
  crossesOut: true,
});
