import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { assignableOfficer } from '#modules/library/contract/officer/enforcement-officer.ts';
import { checkItemAnswers, recordSigners } from './enforcement-check-source-result-and-flag-options.ts';

const check_id = field.reference(text('检查任务', 'Check'), { to: 'enforcement/check', required: true });
const server = { write: 'server' } as const;

/** An officer of a check. Those who are chosen are certified on that day; they are judged again at every step. */
export const checkOfficer = resource({
  name: 'enforcement/checkOfficer',
  label: text('检查的执法人员', 'Officers of checks'),
  title: 'cert_no',
  heading: ['officer_id'],
  scope: 'parent',
  partOf: 'check_id',
  sortable: true,
  actions: [],
  fields: {
    check_id,
    officer_id: field.reference(text('执法人员', 'Officer'), {
      to: 'library/officer',
      reach: 'all',
      among: assignableOfficer,
      required: true,
      unique: ['check_id'],
    }),
    lead: field.switch(text('主办', 'Leads'), { initial: '0', ...server }),
    cert_no: field.identifier(text('执法证号', 'Certificate number'), { personal: 'number', ...server, search: false }),
    accepted_at: field.datetime(text('接收时间', 'Accepted at'), server),
    arrived_at: field.datetime(text('到场时间', 'Arrived at'), server),
  },
});
export interface CheckOfficer extends Row<typeof checkOfficer> {}

/**
 * A check item of a check, in the version in force when it was chosen, and what the officers found. It is answered by the
 * move `answer`, as often as it takes until the record is submitted.
 */
export const checkAnswer = resource({
  name: 'enforcement/checkAnswer',
  label: text('检查事项与记录', 'Items and answers'),
  icon: 'ordered-list',
  title: 'note',
  heading: ['item_id'],
  scope: 'parent',
  partOf: 'check_id',
  sortable: true,
  actions: ['index', 'export'],
  measures: {
    answers: { label: text('检查事项', 'Items checked'), by: ['answer', 'problem'], at: 'answered_at' },
  },
  fields: {
    check_id,
    item_id: field.reference(text('检查事项', 'Check item'), {
      to: 'library/checkItem',
      cites: true,
      reach: 'all',
      required: true,
      unique: ['check_id'],
    }),
    remark: field.text(text('检查提示', 'Hint for the officer'), { max: 300, reads: 'internal' }),
    answer: field.select(text('是否符合', 'Complies'), { ...server, options: checkItemAnswers }),
    value: field.text(text('数值、选项或文字', 'Number, choice or text'), { ...server, max: 500, list: 'offered' }),
    problem: field.switch(text('发现问题', 'Problem'), { initial: '0', ...server }),
    note: field.textarea(text('检查记录', 'Note'), { ...server, max: 2000 }),
    evidence: field.images(text('佐证照片', 'Pictures'), { ...server, private: true, list: 'offered', max: 9 }),
    documents: field.files(text('佐证文件', 'Documents'), {
      ...server,
      accept: 'pdf,ofd,jpg,jpeg,png,docx,xlsx',
      private: true,
      list: 'offered',
      max: 9,
    }),
    place: field.place(text('位置', 'Place'), { ...server, found: 'place_found', list: 'offered' }),
    answered_at: field.datetime(text('记录时间', 'Answered at'), { ...server, list: 'offered' }),
    answered_by: field.reference(text('记录人', 'Answered by'), {
      to: 'auth/admin',
      reach: 'all',
      related: false,
      list: 'offered',
      ...server,
      reads: 'internal',
    }),
    started_at: field.datetime(text('入企时间', 'Entered at'), { through: 'check_id', list: 'offered' }),
    client_time: field.datetime(text('终端时间', 'Time on device'), { ...server, list: 'offered' }),
    captured_at: field.datetime(text('照片拍摄时间', 'Pictures taken at'), { ...server, list: 'offered' }),
  },
  life: lifecycle({
    initial: 'open',
    states: {
      open: { ...text('未检查', 'Not answered'), tone: 'muted' },
      answered: { ...text('已检查', 'Answered'), tone: 'good' },
    },
    moves: {
      answer: {
        from: ['open', 'answered'],
        to: 'answered',
        label: text('记录', 'Answer'),
        tone: 'primary',
        locks: 'check_id',
        emits: 'answered',
        stamps: ['answered_at', 'answered_by'],
        input: {
          answer: field.select(text('是否符合', 'Complies'), { required: true, options: checkItemAnswers }),
          value: field.text(text('数值、选项或文字', 'Number, choice or text'), { max: 500 }),
          note: field.textarea(text('检查记录', 'Note'), { max: 2000 }),
          evidence: field.images(text('佐证照片', 'Pictures'), { private: true, max: 9 }),
          documents: field.files(text('佐证文件', 'Documents'), {
            accept: 'pdf,ofd,jpg,jpeg,png,docx,xlsx',
            private: true,
            max: 9,
          }),
          place: field.place(text('位置', 'Place')),
          client_time: field.datetime(text('终端时间', 'Time on device')),
          captured_at: field.datetime(text('照片拍摄时间', 'Pictures taken at'), {
            hint: text('最早一张，由终端读取', 'Of the earliest one, as the device reads it'),
          }),
        },
      },
    },
  }),
});
export interface CheckAnswer extends Row<typeof checkAnswer> {}

/** Who signed the record of a check. The strokes themselves are evidence of the move `submit`, and never change. */
export const checkSignature = resource({
  name: 'enforcement/checkSignature',
  label: text('检查笔录签名', 'Signatures of checks'),
  title: 'name',
  scope: 'parent',
  partOf: 'check_id',
  actions: [],
  fields: {
    check_id,
    role: field.select(text('签名人', 'Signed as'), { ...server, options: recordSigners }),
    name: field.personName(text('姓名', 'Name'), server),
    officer_id: field.reference(text('执法人员', 'Officer'), {
      to: 'library/officer',
      reach: 'all',
      related: false,
      ...server,
    }),
    signed_at: field.datetime(text('签名时间', 'Signed at'), server),
    replaced_at: field.datetime(text('重新签名时间', 'Signed again at'), server),
  },
});
export interface CheckSignature extends Row<typeof checkSignature> {}
