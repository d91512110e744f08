import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import type { CallDescriptions } from '#server/http/call-description.ts';
import { boolean, integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
import { officerJob } from '../../contract/officer-job.ts';

const id = (label: ReturnType<typeof text>) => field.integer(label, { required: true, min: 1 });

/** Descriptions of the calls for handing over work for the API document. */
export const handOverCalls: CallDescriptions = {
  'admin/auth.handOver/index': {
    summary: text(
      '一位管理员可移交的岗位与在办事项',
      'Positions and open work of an administrator that can be handed over',
    ),
    query: { from: id(text('移交人编号', 'ID of the person handing over')) },
    data: object({
      jobs: list(object({ id: key, name: string })),
      jobs_offered: boolean,
      open: list(object({ resource: string, field: string, label: string, n: integer })),
    }),
  },
  'admin/auth.handOver/people': {
    summary: text(
      '可移交工作的同事：辖区内的管理员',
      'Colleagues work can be handed over between: administrators in the jurisdiction',
    ),
    query: { quick_search: field.text(text('姓名或用户名', 'Name or username'), { max: 50 }) },
    data: object({
      list: list(object({ id: key, name: string, username: string, department: { type: ['string', 'null'] } })),
    }),
  },
  'admin/auth.handOver/run': {
    summary: text(
      '移交：jobs 为岗位编号，open 为全部在办事项',
      'Hand over: jobs are position IDs, open means all open work',
    ),
    body: {
      from: id(text('移交人编号', 'ID of the person handing over')),
      to: id(text('接收人编号', 'ID of the person taking over')),
      jobs: field.references(text('岗位', 'Positions'), { to: officerJob.name }),
      open: field.switch(text('在办事项', 'Open work')),
    },
    data: object({ jobs: integer, open: object({}), left: integer }),
  },
};
