import { text } from '#kernel/text/text.ts';
import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { signLink } from '#server/files/sign-and-verify-file-links.ts';
import type { Controller } from '#server/http/controller.ts';
import { call, rowKeyInput } from '#server/http/declare-http-call-with-validated-input.ts';
import {
  findJob,
  type Job,
  jobOwnerOf,
  listJobs,
  presentJob,
} from '#server/jobs/create-list-and-record-status-of-jobs.ts';
import { enumOf, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { notFound } from '#server/refusal.ts';

const job = object({
  id: key,
  kind: string,
  title: string,
  status: enumOf('waiting', 'running', 'done', 'failed'),
  progress: { type: 'number', minimum: 0, maximum: 1 },
  done: integer,
  total: integer,
  message: string,
  result: { type: ['object', 'null'] },
  createtime: integer,
  starttime: orNull(integer),
  finishtime: orNull(integer),
});

/** The jobs of the signed-in officer or member. */
export function backgroundJobsOfCallerController(engine: Engine, app: 'admin' | 'api'): Controller {
  return {
    app,
    name: 'job',
    actions: {
      index: call({
        gate: 'login',
        summary: text('我的任务', 'My jobs'),
        answer: object({ list: list(job) }),
        run: async ({ caller }) => ({
          list: (await listJobs(engine.db, jobOwnerOf(caller))).map((one) =>
            presentJob(openResults(engine, caller, one)),
          ),
        }),
      }),
      show: call({
        gate: 'login',
        summary: text('任务的进度与结果', 'Progress and result of a job'),
        input: { id: rowKeyInput(text('编号', 'ID')) },
        answer: object({ job }),
        async run({ caller, input }) {
          const found = await findJob(engine.db, jobOwnerOf(caller), input.id);
          if (!found) throw notFound();
          return { job: presentJob(openResults(engine, caller, found)) };
        },
      }),
    },
  };
}

/** Adds currently valid links to the files a job produced. Only its owner sees them. */
function openResults(engine: Engine, caller: Caller, job: Job): Job {
  const open = (part: Record<string, unknown>, name: string): Record<string, unknown> =>
    typeof part[name] === 'string' ? { ...part, [name]: signLink(engine, caller, part[name]) } : part;
  if (!job.result) return job;
  const result = open(open(job.result, 'url'), 'refused_url');
  const { report } = result;
  return typeof report === 'object' && report !== null
    ? { ...job, result: { ...result, report: open(report as Record<string, unknown>, 'workbook_url') } }
    : { ...job, result };
}
