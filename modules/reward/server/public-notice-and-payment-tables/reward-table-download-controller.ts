import { field } from '#kernel/field/field.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { toShanghaiMinute } from '#kernel/time/shanghai-time.ts';
import { publicAddressOrHost } from '#modules/document/contract/settings-required-to-issue-documents.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import { type Action, type Controller, responseSent } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { runInPdfThread } from '#server/pdf/run-pdf-task-in-worker-thread.ts';
import { Refused } from '#server/refusal.ts';
import { xlsxStream } from '#server/sheets/xlsx-writer.ts';
import { rewardApplication } from '../../contract/enterprise-application-for-tourist-bringing-reward.ts';
import { publicNoticeOfTouristBringingRewardsPage } from '../../contract/path-and-title-of-public-notice-of-rewards-page.ts';
import { readRewardTablePolicy, readRewardTableRows } from './read-reward-table-rows.ts';
import {
  applicationStatesInRewardTable,
  pdfBlocksOfRewardTable,
  type RewardTableName,
  rewardTableTexts,
  worksheetOfRewardTable,
} from './reward-table-columns-and-layout.ts';

const texts = {
  failed: text('没有制作成功，请稍后再试', 'The file could not be made. Try again later'),
  publicity: text('奖励公示表-下载', 'Public notice table: download'),
  payment: text('奖励拨付表-下载', 'Payment table: download'),
};

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const input = {
  id: field.integer(text('政策编号', 'Policy ID'), { required: true, min: 1 }),
  as: field.select(text('格式', 'Format'), { options: { pdf: text('PDF', 'PDF'), xlsx: text('Excel', 'Excel') } }),
};

/** `GET publicityTable`, `GET paymentTable`: the applications of a policy as PDF, or as workbook (`as=xlsx`). */
async function make(made: CallWithValidatedInput<typeof input>, name: RewardTableName) {
  const { engine, caller, reply, request } = made;
  const { locale } = caller;
  const policy = await readRewardTablePolicy(made, made.input.id);
  const rows = await readRewardTableRows(made, policy.id, applicationStatesInRewardTable[name]);
  const as = made.input.as ?? 'pdf';
  const title = `${rewardTableTexts[name][locale]}_${policy.doc_no}`;
  reply
    .type(types[as])
    .header('Cache-Control', 'private, no-store')
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${title}.${as}`)}`);
  if (as === 'xlsx') {
    await reply.send(xlsxStream([worksheetOfRewardTable(name, rows, locale)]));
    return responseSent;
  }
  const { authority, name: siteName, hotline } = engine.settings(siteSettings);
  const head = {
    policy,
    authority: authority ?? siteName,
    hotline: hotline ?? '',
    address: `${publicAddressOrHost(engine.settings, request)}${publicNoticeOfTouristBringingRewardsPage.path.replace(/\/:.*$/, '')}`,
    time: toShanghaiMinute(Date.now()),
  };
  const answer = await runInPdfThread({
    task: 'sheet',
    blocks: pdfBlocksOfRewardTable(name, head, rows, locale),
    pdf: { title, dense: true, foot: rewardTableTexts.foot[locale], geta: '〓' },
  });
  if (!answer || !('sheet' in answer)) {
    engine.log.warn({ policy: policy.id, why: answer }, 'a table of rewards could not be made');
    throw new Refused(texts.failed, { data: { reason: 'invalid' } });
  }
  await reply.send(Buffer.from(answer.sheet));
  return responseSent;
}

const download = (name: RewardTableName, title: Text, summary: Text): Action =>
  call({
    gate: 'rule',
    node: `${rewardApplication.name}/export`,
    title,
    logged: true,
    summary,
    limit: { perMinute: 30 },
    input,
    raw: types.pdf,
    run: (made) => make(made, name),
  });

/** Tables of a policy, for callers who may export its applications. */
export const rewardTableDownloadController: Controller = {
  app: 'admin',
  name: 'reward.policy',
  actions: {
    publicityTable: download(
      'publicity',
      texts.publicity,
      text('公示表（PDF 或 Excel）', 'Public notice table (PDF or Excel)'),
    ),
    paymentTable: download('payment', texts.payment, text('拨付表（PDF 或 Excel）', 'Payment table (PDF or Excel)')),
  },
};
