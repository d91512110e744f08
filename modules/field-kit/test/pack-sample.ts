import type { CheckPack, PackItem } from '../contract/offline-check-pack-format.ts';

const item = (id: number): PackItem => ({
  id,
  code: `JC${id}`,
  name: `事项 ${id}`,
  name_en: null,
  content: '查看许可证',
  standard: null,
  basis: '旅游法 第二十八条',
  evidence: id % 2 === 0 ? 'photo' : 'none',
  answer_kind: 'yes_no_na',
  answer_options: null,
  severity: '3',
  remark: null,
  articles: [],
});

/** The pack of an invented check with four items. */
export const pack = (id: number): CheckPack => ({
  id,
  version: 1,
  last_seq: 0,
  check_no: null,
  status: 'dispatched',
  object_type: 'enterprise',
  object_name: '昆明某旅行社',
  address: null,
  place: null,
  contact: null,
  basis: null,
  window_from: null,
  window_to: null,
  due_on: '2026-12-31',
  officers: [
    { id: 1, name: '李明', cert_no: 'Y1', own: true, arrival_secret: 'secret' },
    { id: 2, name: '王芳', cert_no: 'Y2', own: false, arrival_secret: null },
  ],
  items: [1, 2, 3, 4].map(item),
  answers: [],
  history: [],
});
