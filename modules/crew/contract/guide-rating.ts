import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

const score = { required: true, min: 1, max: 5 } as const;

/**
 * A tourist's rating of a guide after a tour (domain reference §2.F), given by a link of the tour or to an officer who
 * calls. Ratings never change; the guide's score is computed from all of them.
 */
export const guideRating = resource({
  name: 'crew/rating',
  label: text('导游评价', 'Guide ratings'),
  icon: 'star',
  title: 'team_no',
  heading: ['guide_id', 'rated_on'],
  scope: 'parent',
  partOf: 'guide_id',
  actions: ['index', 'add', 'export'],
  comments: false,
  members: { owner: ['index'], operator: ['index'], viewer: ['index'] },
  measures: {
    ratings: { label: text('导游评价', 'Guide ratings'), by: ['source'], at: 'rated_on' },
  },
  fields: {
    guide_id: field.reference(text('导游', 'Guide'), {
      to: 'crew/guide',
      // a guide who lost the card after the tour can still be rated
      among: [['status', 'IN', ['valid', 'changing', 'suspended', 'revoked', 'ended']]],
      required: true,
      search: true,
    }),
    // absent where fewer than five ratings of the team appeared with it
    team_no: field.identifier(text('团号', 'Team number'), { requiredWhen: {}, max: 40, search: true }),
    rated_on: field.date(text('评价日期', 'Rating date'), { required: true }),
    service: field.integer(text('服务', 'Service'), score),
    narration: field.integer(text('讲解', 'Commentary'), score),
    safety: field.integer(text('安全', 'Safety'), score),
    honesty: field.integer(text('无强迫消费', 'No forced shopping'), score),
    remark: field.textarea(text('评语', 'Comment'), { max: 500 }),
    source: field.select(text('来源', 'Source'), {
      write: 'server',
      options: { link: text('游客扫码', 'Tourist scan'), survey: text('电话回访', 'Phone follow-up') },
    }),
    reply: field.textarea(text('答复', 'Answer'), {
      write: 'server',
      max: 500,
      list: 'offered',
      hint: text('旅行社或导游答复一次', 'The agency or guide may reply once'),
    }),
    replied_at: field.datetime(text('答复时间', 'Replied at'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'guide_id' }),
  },
});
export interface GuideRating extends Row<typeof guideRating> {}
