import fs from 'node:fs/promises';
import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { siteSettings } from '#modules/system/contract/site-settings.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { newResultFile, resultFolder, resultUrl } from '#server/files/name-find-and-remove-job-result-files.ts';
import { writeResultFile } from '#server/files/write-job-result-file.ts';
import type { Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { createJob, jobOwnerOf } from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import type { JobContext } from '#server/jobs/run-job.ts';
import { integer, object } from '#server/open-api/json-schema-shorthands.ts';
import { writeDocx } from '#server/pdf/write-docx.ts';
import { invalid } from '#server/refusal.ts';
import { complaint } from '../../contract/complaint.ts';
import { monthlyBulletinDocumentBlocks } from './monthly-bulletin-document-blocks-from-figures.ts';
import { readMonthlyBulletinFigures } from './read-monthly-bulletin-figures.ts';

/** The job that writes the bulletin of a month. */
export const monthlyBulletinJob = 'complaint_bulletin';

const texts = {
  title: text('生成投诉月度通报', 'Write the monthly bulletin on complaints'),
  job: text('旅游投诉月度通报 {month}', 'Monthly bulletin on complaints, {month}'),
  wrong: text('请选择不晚于本月的月份，如 2026-11', 'Choose a month that is not in the future, such as 2026-11'),
};

/** The first month of the first rule on tourism complaints. */
const firstMonth = '2010-07';

/** `POST bulletin {month}`: queues the bulletin of a month as a Word document, over the complaints that its reader sees. */
export const monthlyBulletinController: Controller = {
  app: 'admin',
  name: 'complaint.complaint',
  actions: {
    bulletin: call({
      gate: 'rule',
      node: `${complaint.name}/export`,
      methods: ['POST'],
      logged: true,
      title: texts.title,
      summary: text('投诉月度通报（.docx，后台任务）', 'Monthly bulletin on complaints (.docx, background job)'),
      input: { month: field.text(text('月份', 'Month'), { required: true, max: 7 }) },
      answer: object({ job_id: integer }),
      async run({ engine, caller, input: { month } }) {
        const isMonth = /^\d{4}-(0[1-9]|1[0-2])$/.test(month);
        if (!isMonth || month < firstMonth || month > shanghaiToday().slice(0, 7))
          throw invalid({ month: [texts.wrong[caller.locale]] });
        const job = await engine.db.transaction((tx) =>
          createJob(tx, {
            kind: monthlyBulletinJob,
            title: textIn(texts.job, caller.locale, { month }),
            owner: jobOwnerOf(caller),
            locale: caller.locale,
            params: { month },
          }),
        );
        return { job_id: job.id };
      },
    }),
  },
};

/** Writes the bulletin that was queued. */
export async function runMonthlyBulletinJob(
  engine: Engine,
  { job, caller }: JobContext & { caller: Caller },
): Promise<{ url: string }> {
  const { locale } = caller;
  const month = String(job.params.month);
  const areas = engine.reference.areas();
  const blocks = monthlyBulletinDocumentBlocks(await readMonthlyBulletinFigures(engine, caller, month), {
    month,
    locale,
    authority: engine.settings(siteSettings).authority ?? '',
    nameOfArea: (code) => areas.get(code)?.name ?? code,
  });
  const title = textIn(texts.job, locale, { month });
  const target = await newResultFile(resultFolder(engine), caller, title, 'docx');
  await writeResultFile(resultFolder(engine), target, (file) => fs.writeFile(file, writeDocx(blocks), { mode: 0o600 }));
  return { url: resultUrl(target.name) };
}
