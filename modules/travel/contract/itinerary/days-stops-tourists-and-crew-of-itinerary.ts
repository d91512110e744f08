import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { usableDriver } from '#modules/crew/contract/driver.ts';
import { usableGuide } from '#modules/crew/contract/guide.ts';
import { usableVehicle } from '#modules/crew/contract/vehicle.ts';
import { tourDayFields, tourStopFields } from '../product/tour-day-and-stop-fields.ts';
import { genders, guideRoles, touristDocuments, yesNo } from './select-options-of-itinerary-fields.ts';

const itinerary_id = field.reference(text('团队行程', 'Itinerary'), { to: 'travel/itinerary', required: true });
/** Child rows of an itinerary: seen and edited in its form only. */
const row = { title: 'name', scope: 'parent', partOf: 'itinerary_id', sortable: true, actions: [] } as const;

export const itineraryDay = resource({
  ...row,
  name: 'travel/itineraryDay',
  label: text('行程每日安排', 'Daily plans of itineraries'),
  title: 'title',
  fields: { itinerary_id, ...tourDayFields() },
});
export interface ItineraryDay extends Row<typeof itineraryDay> {}

/** A stop of a team. Its planned time is computed from its day, its hour and the departure of the team. */
export const itineraryStop = resource({
  ...row,
  name: 'travel/itineraryStop',
  label: text('行程停留站点', 'Itinerary stops'),
  fields: {
    itinerary_id,
    ...tourStopFields(),
    plan_arrive: field.datetime(text('计划到达', 'Planned arrival'), { write: 'server', list: 'offered' }),
    plan_leave: field.datetime(text('计划离开', 'Planned departure'), { write: 'server', list: 'offered' }),
    actual_arrive: field.datetime(text('实际到达', 'Actual arrival'), { write: 'server', list: 'offered' }),
    actual_leave: field.datetime(text('实际离开', 'Actual departure'), { write: 'server', list: 'offered' }),
  },
});
export interface ItineraryStop extends Row<typeof itineraryStop> {}

/** A tourist of a team. Document numbers are stored encrypted; the type of document decides how a number is checked. */
export const tourist = resource({
  ...row,
  name: 'travel/tourist',
  label: text('团队游客', 'Tourists'),
  icon: 'user',
  // officers search tourists across teams; a full number is shown to those who give a reason
  actions: ['index', 'export', 'reveal'],
  fields: {
    itinerary_id,
    name: field.personName(text('姓名', 'Name'), { required: true }),
    id_type: field.select(text('证件类型', 'Document type'), {
      required: true,
      options: touristDocuments,
      initial: 'id_card',
    }),
    id_no: field.idNumber(text('证件号码', 'Document number'), {
      required: true,
      privacy: 'masked',
      documents: true,
      unique: ['itinerary_id'],
    }),
    gender: field.select(text('性别', 'Gender'), { options: genders }),
    birthday: field.date(text('出生日期', 'Date of birth'), {}),
    // foreigners have foreign numbers (domain reference §3.2)
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', foreign: true }),
    nationality: field.text(text('国籍', 'Nationality'), { max: 40, initial: '中国' }),
    source_area: field.area(text('客源地', 'Place of origin'), {}),
    is_minor: field.select(text('未成年', 'Minor'), { options: yesNo, write: 'server' }),
    guardian_mobile: field.mobile(text('监护人手机', "Guardian's mobile"), {
      privacy: 'masked',
      foreign: true,
    }),
    room_no: field.text(text('房号', 'Room'), { max: 20 }),
    seat_no: field.text(text('座位号', 'Seat'), { max: 20 }),
  },
});
export interface Tourist extends Row<typeof tourist> {}

export const assignedGuide = resource({
  ...row,
  name: 'travel/assignedGuide',
  label: text('团队导游', 'Team guides'),
  fields: {
    itinerary_id,
    guide_id: field.reference(text('导游', 'Guide'), {
      to: 'crew/guide',
      reach: 'all',
      among: usableGuide,
      required: true,
    }),
    name: field.text(text('姓名', 'Name'), { personal: 'name', write: 'server', list: 'offered' }),
    role: field.select(text('职责', 'Role'), { required: true, options: guideRoles, initial: 'national' }),
    from_at: field.datetime(text('起', 'From'), { hint: text('不填为整个行程', 'Leave empty for the whole trip') }),
    to_at: field.datetime(text('止', 'Until')),
    confirmed_at: field.datetime(text('导游确认', 'Confirmed by guide'), { write: 'server' }),
  },
});
export interface AssignedGuide extends Row<typeof assignedGuide> {}

export const assignedVehicle = resource({
  ...row,
  name: 'travel/assignedVehicle',
  label: text('团队车辆', 'Team vehicles'),
  title: 'plate',
  fields: {
    itinerary_id,
    vehicle_id: field.reference(text('车辆', 'Vehicle'), {
      to: 'crew/vehicle',
      reach: 'all',
      among: usableVehicle,
      required: true,
    }),
    driver_id: field.reference(text('驾驶员', 'Driver'), {
      to: 'crew/driver',
      reach: 'all',
      among: usableDriver,
      required: true,
    }),
    second_driver_id: field.reference(text('副驾驶员', 'Second driver'), {
      to: 'crew/driver',
      reach: 'all',
      among: usableDriver,
    }),
    from_at: field.datetime(text('起', 'From'), { hint: text('不填为整个行程', 'Leave empty for the whole trip') }),
    to_at: field.datetime(text('止', 'Until')),
    shared_transfer: field.switch(text('接送拼车', 'Shared transfer'), {
      initial: '0',
      hint: text(
        '双方都勾选且座位足够时可以同车',
        'Two teams may share a vehicle when both tick this and there are enough seats',
      ),
    }),
    charter_no: field.identifier(text('包车合同号', 'Charter contract'), { max: 60 }),
    board_no: field.identifier(text('包车标志牌', 'Charter board'), { max: 60 }),
    plate: field.plate(text('车牌号', 'Plate'), { write: 'server' }),
    seats: field.integer(text('核定载客', 'Seating capacity'), { write: 'server', quantity: true }),
    coach_id: field.reference(text('车企', 'Coach operator'), {
      to: 'enterprise/enterprise',
      reach: 'all',
      write: 'server',
      related: false,
      list: 'offered',
    }),
  },
});
export interface AssignedVehicle extends Row<typeof assignedVehicle> {}
