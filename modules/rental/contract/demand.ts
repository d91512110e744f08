import { field } from '#kernel/field.ts';
import { lifecycle } from '#kernel/lifecycle.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';

const keeps = ['index', 'add', 'edit', 'export', 'cancel'] as const;

/** A coach an agency looks for, and the firms it asks (domain reference §2.Z `car_demand`). */
export const demand = resource({
  name: 'rental/demand',
  label: text('用车需求', 'Demands'),
  icon: 'calendar',
  title: 'route',
  scope: 'parent',
  partOf: 'agency_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  order: ['from_at', 'desc'],
  remark: text(
    '旅行社向客运企业询价，接受一家的报价后由其派车；证照、保险、定位、年限或检验不合格的车辆不能报价。',
    'Agencies ask coach firms and accept one quote; vehicles without permit, insurance, positioning or inspection, or past their age, cannot be quoted.',
  ),
  measures: {
    demands: { label: text('用车需求', 'Demands'), by: ['status'], at: 'from_at' },
    people: { label: text('用车人数', 'People'), sum: 'people', by: ['status'], at: 'from_at' },
  },
  fields: {
    agency_id: field.reference(text('旅行社', 'Agency'), {
      ...{ to: 'enterprise/enterprise', among: [['ent_type', '=', 'agency']] },
      ...{ required: true, write: 'add' },
    }),
    route: field.text(text('用车线路', 'Route'), { required: true, max: 200, search: true }),
    team_no: field.identifier(text('团号', 'Team number'), {
      ...{ max: 40, search: true },
      hint: text(
        '派车后车辆与驾驶员写入该团未提交的行程单',
        'Coach and driver go into the itinerary of this team, while it is not handed in',
      ),
    }),
    from_at: field.datetime(text('用车开始', 'From'), { required: true }),
    to_at: field.datetime(text('用车结束', 'To'), { required: true }),
    people: field.integer(text('乘车人数', 'People'), {
      ...{ required: true, min: 1, max: 2000 },
      hint: text('不含驾驶员', 'Without the driver'),
    }),
    budget: field.money(text('预算（元）', 'Budget (CNY)'), { list: 'offered' }),
    remark: field.textarea(text('要求', 'Wishes'), { max: 1000, list: 'offered' }),
    asked: field.references(text('询价的客运企业', 'Firms asked'), {
      ...{ to: 'enterprise/enterprise', reach: 'all', related: false },
      among: [
        ['ent_type', 'IN', ['coach', 'car_rental']],
        ['status', '=', 'active'],
      ],
      ...{ required: true, write: 'add' },
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'agency_id' }),
  },
  life: lifecycle({
    initial: 'requested',
    states: {
      requested: {
        ...text('询价中', 'Requested'),
        tone: 'progress',
        editable: { member: ['remark', 'team_no', 'budget'] },
      },
      quoted: { ...text('已报价', 'Quoted'), tone: 'warning', editable: { member: ['remark', 'team_no', 'budget'] } },
      accepted: { ...text('已成交', 'Accepted'), tone: 'good', editable: { member: ['team_no'] } },
      cancelled: { ...text('已取消', 'Cancelled'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      // what happens by itself when a firm quotes, and when a quote is accepted
      quoted: { from: ['requested'], to: 'quoted', by: ['member'], label: text('收到报价', 'Quoted') },
      accepted: { from: ['quoted'], to: 'accepted', by: ['member'], label: text('成交', 'Accepted') },
      cancel: {
        from: ['requested', 'quoted', 'accepted'],
        to: 'cancelled',
        by: ['admin', 'member'],
        label: text('取消需求', 'Cancel'),
        tone: 'danger',
        input: { reason: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 200 }) },
        effect: text('尚未发车的订单一并取消，企业会收到通知。', 'Orders that have not set out are cancelled with it.'),
      },
    },
  }),
});
export interface Demand extends Row<typeof demand> {}
