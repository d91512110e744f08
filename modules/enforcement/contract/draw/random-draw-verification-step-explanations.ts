import type { DrawCheck } from '#kernel/random-draw/verify-draw.ts';
import { type Text, text } from '#kernel/text/text.ts';

/** What a step is, why it is done, and what it means when it fails: for citizens, not for programmers. */
export interface VerificationStepExplanation {
  readonly name: Text;
  readonly about: Text;
  readonly failed: Text;
}

const onTheWay = text('', '');

export const drawVerificationStepExplanations: Readonly<Record<DrawCheck, VerificationStepExplanation>> = {
  format: {
    name: text('记录格式', 'Format of the record'),
    about: text('记录按公开的规则第 1 版书写。', 'The record is written by version 1 of the public rules.'),
    failed: text(
      '这份记录用的是另一种格式，本页不能断定其他结果。',
      'This record has another format; this page cannot judge the rest of it.',
    ),
  },
  commitment: {
    name: text('承诺摘要', 'Digest of the commitment'),
    about: text(
      '抽取前在现场或公告中抄下的摘要，应与这里相同。',
      'The digest noted before the draw, on the spot or from the notice, must be the same as this one.',
    ),
    failed: onTheWay,
  },
  times: {
    name: text('公布与抽取的间隔', 'Time between commitment and draw'),
    about: text(
      '名单和种子的摘要须在抽取前至少 10 分钟公布，使任何人都能先留存。',
      'Digests of lists and seed are published at least 10 minutes before the draw, so that anybody can keep them first.',
    ),
    failed: text(
      '承诺公布不足 10 分钟就抽取，他人来不及留存，承诺不起作用。',
      'The draw came less than 10 minutes after the commitment: nobody had time to keep it, so it proves nothing.',
    ),
  },
  counts: {
    name: text('名单条数', 'Length of the lists'),
    about: text('对象数与执法人员数；每个对象只能列入一次。', 'Objects and officers; each may be listed only once.'),
    failed: text(
      '名单比承诺的长或短，或者有对象列入了两次，被抽中的机会因此加倍。',
      'A list is longer or shorter than promised, or an object is listed twice, which doubles its chance.',
    ),
  },
  objects: {
    name: text('检查对象名单', 'List of objects'),
    about: text(
      '全部对象及其风险等级的指纹，与事先公布的比对。',
      'The fingerprint of all objects with their risk classes, compared with the one published before.',
    ),
    failed: text(
      '公布承诺之后名单被改动：增加、删去了对象，或者改了风险等级。',
      'The list was changed after the commitment: objects were added or removed, or a risk class was changed.',
    ),
  },
  officers: {
    name: text('执法人员名单', 'List of officers'),
    about: text(
      '全部执法人员及其回避情形的指纹，与事先公布的比对。',
      'The fingerprint of all officers with their recusals, compared with the one published before.',
    ),
    failed: text('公布承诺之后执法人员名单被改动。', 'The list of officers was changed after the commitment.'),
  },
  server_seed: {
    name: text('平台种子', 'Seed of the platform'),
    about: text(
      '平台的种子抽取前保密，但其摘要已经公布，事后不能更换。',
      'The seed of the platform is secret before the draw, but its digest is published, so that it cannot be exchanged.',
    ),
    failed: text(
      '公开的种子不是事先承诺的那一个，可能为了想要的结果而更换。',
      'The seed that was opened is not the one promised: it may have been exchanged for a wanted result.',
    ),
  },
  witnesses: {
    name: text('见证人种子', 'Seeds of the witnesses'),
    about: text(
      '至少两名见证人各输入一个种子，平台事先不能知道。',
      'At least two witnesses each enter a seed that the platform cannot know before.',
    ),
    failed: text(
      '见证人少于两名，或者有见证人没有输入种子，结果可能由一方决定。',
      'There are fewer than two witnesses, or one entered no seed: one party alone may have decided the result.',
    ),
  },
  beacon: {
    name: text('公开随机数', 'Public random number'),
    about: text(
      '事先约定的公开随机数，如开奖号码；没有约定时为“—”。',
      'The public number agreed on before, such as that of a lottery; “—” if none was.',
    ),
    failed: text(
      '约定了公开随机数却没有使用，或者使用了没有约定的数。',
      'A public number was agreed on and not used, or one was used that was not agreed on.',
    ),
  },
  seed: {
    name: text('抽取种子', 'Seed of the draw'),
    about: text('由以上全部种子算出，缺一不可。', 'Computed from all seeds above; none can be left out.'),
    failed: onTheWay,
  },
  numbers: {
    name: text('随机数', 'Random numbers'),
    about: text('由抽取种子产生的前四个数。', 'The first four numbers that follow from the seed.'),
    failed: onTheWay,
  },
  tickets: {
    name: text('签数', 'Tickets'),
    about: text(
      '风险等级 A、B、C、D 的对象各有 1、2、4、8 支签。',
      'Objects of risk class A, B, C and D have 1, 2, 4 and 8 tickets each.',
    ),
    failed: onTheWay,
  },
  drawn: {
    name: text('抽中的对象', 'Drawn objects'),
    about: text(
      '用同样的名单和种子重新抽取，与公布的顺序逐一比对。',
      'Drawn again from the same lists and seeds, and compared one by one in their order.',
    ),
    failed: text(
      '重新抽取得到的对象与公布的不同：公布的不是这次抽取的结果。',
      'The draw gives other objects than published: what was published is not its result.',
    ),
  },
  pairs: {
    name: text('执法人员配对', 'Pairs of officers'),
    about: text(
      '每个对象由随机数选出两名有资格、不需回避的执法人员。',
      'For each object the numbers choose two officers who are qualified and not recused.',
    ),
    failed: text(
      '重新抽取得到的执法人员与公布的不同：人员可能是指定的。',
      'The draw gives other officers than published: they may have been picked by hand.',
    ),
  },
};

/** Steps that are named otherwise where experts are drawn: each has one ticket. */
export const expertDrawVerificationStepExplanations: Readonly<Partial<Record<DrawCheck, VerificationStepExplanation>>> =
  {
    counts: {
      name: text('名单人数', 'Length of the list'),
      about: text('名单上的专家数；每名专家只能列入一次。', 'Experts listed; each may be listed only once.'),
      failed: drawVerificationStepExplanations.counts.failed,
    },
    objects: {
      name: text('专家名单', 'List of experts'),
      about: text(
        '全部专家的指纹，与事先公布的比对。',
        'The fingerprint of all experts, compared with the one published before.',
      ),
      failed: text(
        '公布承诺之后名单被改动：增加、删去或者更换了专家。',
        'The list was changed after the commitment: experts were added, removed or exchanged.',
      ),
    },
    tickets: {
      name: text('签数', 'Tickets'),
      about: text('每名专家一支签，机会均等。', 'Each expert has one ticket: all have the same chance.'),
      failed: onTheWay,
    },
    drawn: { ...drawVerificationStepExplanations.drawn, name: text('抽中的专家', 'Drawn experts') },
  };
