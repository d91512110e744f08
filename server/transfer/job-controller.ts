import type { Caller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine.ts';
import { signLink } from '#server/files/file-link.ts';
import type { Controller } from '#server/http/controller.ts';
import { findJob, type Job, listJobs, ownerOf, presentJob } from '#server/jobs/job.ts';
import { readKey } from '#server/read/row/row.ts';
import { notFound } from '#server/refusal.ts';

/** The jobs of the signed-in officer or member. */
export function jobController(engine: Engine, app: 'admin' | 'api'): Controller {
  return {
    app,
    name: 'job',
    actions: {
      index: {
        gate: 'login',
        handle: async ({ caller }) => ({
          list: (await listJobs(engine.db, ownerOf(caller))).map((job) => presentJob(openResults(engine, caller, job))),
        }),
      },
      show: {
        gate: 'login',
        async handle({ caller, query }) {
          const job = await findJob(engine.db, ownerOf(caller), readKey(query.id));
          if (!job) throw notFound();
          return { job: presentJob(openResults(engine, caller, job)) };
        },
      },
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
