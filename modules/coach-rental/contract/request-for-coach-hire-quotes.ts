import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { tradingStates } from '#modules/enterprise/contract/enterprise-lifecycle.ts';

const keeps = ['index', 'add', 'edit', 'export', 'cancel'] as const;

/** A coach an agency wants to hire, and the coach firms invited to quote (domain reference §2.Z `car_demand`). */
export const coachDemand = resource({
  name: 'rental/demand',
  label: text('用车需求', 'Coach enquiries'),
  icon: 'calendar',
  title: 'route',
  scope: 'parent',
  partOf: 'agency_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  order: ['from_at', 'desc'],
  remark: text(
    '旅行社向客运企业询价，接受一家的报价后由其派车；证照、保险、定位、年限或检验不合格的车辆不能报价。',
    'Agencies request quotes from coach operators and accept one, who then dispatches a coach. Vehicles with invalid permits, insurance, positioning, age or inspection cannot be quoted.',
  ),
  measures: {
    demands: { label: text('用车需求', 'Coach enquiries'), by: ['status'], at: 'from_at' },
    people: { label: text('用车人数', 'Number of people'), sum: 'people', by: ['status'], at: 'from_at' },
  },
  fields: {
    agency_id: field.reference(text('旅行社', 'Agency'), {
      to: 'enterprise/enterprise',
      among: [
        ['ent_type', '=', 'agency'],
        ['status', 'IN', [...tradingStates]],
      ],
      required: true,
      write: 'add',
    }),
    route: field.text(text('用车线路', 'Route'), { required: true, max: 200, search: true }),
    team_no: field.identifier(text('团号', 'Team number'), {
      max: 40,
      search: true,
      hint: text(
        '派车后车辆与驾驶员写入该团未提交的行程单',
        "After dispatch the coach and driver are entered in this team's unsubmitted itinerary",
      ),
    }),
    from_at: field.datetime(text('用车开始', 'Hire starts'), { required: true }),
    to_at: field.datetime(text('用车结束', 'Hire ends'), { required: true }),
    people: field.integer(text('乘车人数', 'Passengers'), {
      required: true,
      min: 1,
      max: 2000,
      hint: text('不含驾驶员', 'Excluding driver'),
    }),
    budget: field.money(text('预算（元）', 'Budget (CNY)'), { list: 'offered' }),
    remark: field.textarea(text('要求', 'Requirements'), { max: 1000, list: 'offered' }),
    asked: field.references(text('询价的客运企业', 'Coach operators invited'), {
      to: 'enterprise/enterprise',
      reach: 'all',
      related: false,
      among: [
        ['ent_type', 'IN', ['coach', 'car_rental']],
        ['status', 'IN', [...tradingStates]],
      ],
      required: true,
      write: 'add',
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'agency_id' }),
  },
  life: lifecycle({
    initial: 'requested',
    states: {
      requested: {
        ...text('询价中', 'Awaiting quotes'),
        tone: 'progress',
        editable: { member: ['remark', 'team_no', 'budget'] },
      },
      quoted: { ...text('已报价', 'Quoted'), tone: 'warning', editable: { member: ['remark', 'team_no', 'budget'] } },
      accepted: { ...text('已成交', 'Agreed'), tone: 'good', editable: { member: ['team_no'] } },
      cancelled: { ...text('已取消', 'Cancelled'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      // made by the platform when a firm quotes, and when a quote is accepted
      quoted: { from: ['requested'], to: 'quoted', by: ['member'], label: text('收到报价', 'Receive quote') },
      accepted: { from: ['quoted'], to: 'accepted', by: ['member'], label: text('成交', 'Agree') },
      cancel: {
        from: ['requested', 'quoted', 'accepted'],
        to: 'cancelled',
        by: ['admin', 'member'],
        label: text('取消需求', 'Cancel enquiry'),
        tone: 'danger',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 200 }) },
        effect: text(
          '尚未发车的订单一并取消，企业会收到通知。',
          'Orders not yet started are cancelled as well and the operators notified.',
        ),
      },
    },
  }),
});
export interface CoachDemand extends Row<typeof coachDemand> {}
