import type { Lifecycle } from '#kernel/declaration/lifecycle.ts';
import { joinList, type Locale, type Text, text, textIn } from '#kernel/text/text.ts';
import { addDays } from '#kernel/time/shanghai-time.ts';
import { labelValueTable, textLine, textTable } from '#server/pdf/build-text-and-table-blocks.ts';
import type { DocumentBlock } from '#server/pdf/document-block-types.ts';
import {
  genders,
  guideRoles,
  teamKinds,
  touristDocuments,
} from '../../contract/itinerary/select-options-of-itinerary-fields.ts';
import { itinerary } from '../../contract/itinerary/team-itinerary.ts';
import { hotelStandards, mealTypes, stopTypes } from '../../contract/product/stop-meal-and-hotel-options.ts';
import { formatTripMoment } from '../product/trip-times-as-text-and-calendar-days.ts';
import type { PrintedStop, PrintedTeam, PrintedTourist } from './read-team-for-print.ts';

export const teamPrintTexts = {
  sheet: text('旅游团队行程单', 'Tour group itinerary'),
  list: text('旅游团队游客名单', 'Tour group tourist list'),
  made: text('{authority} · 制表 {time}', '{authority} · printed {time}'),
  state: text('团号 {team_no} · {status} · 变更 {n} 次', 'Team {team_no} · {status} · changed {n} {n|time|times}'),
  crew: text('导游与车辆', 'Guides and vehicles'),
  plan: text('行程安排', 'Itinerary'),
  day: text('第 {n} 天 {date} {title}', 'Day {n} {date} {title}'),
  meals: text(
    '早餐：{0}　午餐：{1}　晚餐：{2}　住宿：{hotel}',
    'Breakfast: {0}; lunch: {1}; dinner: {2}; accommodation: {hotel}',
  ),
  minutes: text('{n} 分钟', '{n} min'),
  paid: text('自费', 'Optional paid'),
  counts: text('{0} 人（成人 {1}，未成年人 {2}，老年人 {3}）', '{0} (adults {1}, minors {2}, seniors {3})'),
  none: text('未安排', 'Not arranged'),
  check: text('扫码核验：团号、版本、车牌与导游证', 'Scan to verify team number, version, plate and guide card'),
  signed: text('由平台签名，没有网络时也能辨别真伪', 'Signed by the platform; can be verified without a network'),
  hotline: text('旅游投诉电话 {hotline}', 'Tourism complaints {hotline}'),
  foot: text('第 {page} 页 共 {pages} 页', 'Page {page} of {pages}'),
  geta: text(
    '“〓”为字库未收录的字，以系统内姓名为准。',
    '“〓” stands for a character missing from the font; the name in the system prevails.',
  ),
  n: text('序号', 'No.'),
  arrive: text('到达', 'Arrives'),
  kind: text('类型', 'Kind'),
  place: text('站点', 'Stop'),
  stay: text('停留', 'Stay'),
  fee: text('自费项目', 'Optional paid activity'),
  name: text('姓名', 'Name'),
  role: text('职责', 'Role'),
  card: text('导游证号', 'Guide card no.'),
  mobile: text('手机', 'Mobile'),
  plate: text('车牌号', 'Plate'),
  seats: text('核定载客', 'Seating capacity'),
  driver: text('驾驶员', 'Driver'),
  coach: text('车企', 'Coach operator'),
  document: text('证件类型', 'Document type'),
  number: text('证件号码', 'Document number'),
  gender: text('性别', 'Gender'),
  source: text('客源地', 'Place of origin'),
  room: text('房号', 'Room'),
  seat: text('座位', 'Seat'),
} as const;

const wordOf = (options: Readonly<Record<string, Text>>, value: string | null, locale: Locale): string =>
  value === null ? '' : (options[value]?.[locale] ?? value);

/** Title block of both prints. */
export function teamPrintHeadingBlocks(
  team: PrintedTeam,
  title: Text,
  authority: string,
  now: number,
  locale: Locale,
): DocumentBlock[] {
  const status = wordOf((itinerary.life as Lifecycle).states as Readonly<Record<string, Text>>, team.status, locale);
  return [
    textLine(title[locale], { size: 18, bold: true, align: 'center' }),
    textLine(textIn(teamPrintTexts.state, locale, { team_no: team.team_no, status, n: team.changes }), {
      align: 'center',
    }),
    textLine(textIn(teamPrintTexts.made, locale, { authority, time: formatTripMoment(now) }), {
      size: 9,
      align: 'center',
    }),
  ];
}

/** The printed itinerary: agencies, counts, crew, days and stops (domain reference §2.E). */
export function itineraryBlocks(team: PrintedTeam, locale: Locale): DocumentBlock[] {
  const inLocale = (one: Text) => one[locale];
  const { fields } = itinerary;
  const days = Math.max(team.days.length, ...team.stops.map(({ day_no }) => day_no), 0);
  const first = formatTripMoment(team.start).slice(0, 10);
  return [
    labelValueTable([
      [inLocale(fields.agency_id.label), team.agency],
      [inLocale(fields.ground_agency_id.label), team.ground ?? ''],
      [inLocale(fields.kind.label), wordOf(teamKinds, team.kind, locale)],
      [inLocale(fields.contract_nos.label), team.contracts ?? ''],
      [inLocale(fields.start_at.label), formatTripMoment(team.start)],
      [inLocale(fields.end_at.label), formatTripMoment(team.end)],
      [inLocale(fields.area_code.label), team.from_area],
      [inLocale(fields.destination_areas.label), joinList(team.destinations, locale)],
      [inLocale(fields.tourist_count.label), textIn(teamPrintTexts.counts, locale, { ...team.counts })],
      [inLocale(fields.emergency_contact.label), `${team.emergency} ${team.emergency_mobile}`],
    ]),
    textLine('', { size: 5 }),
    textLine(inLocale(teamPrintTexts.crew), { size: 12, bold: true }),
    ...(team.guides.length === 0 && team.vehicles.length === 0 ? [textLine(inLocale(teamPrintTexts.none))] : []),
    ...(team.guides.length > 0
      ? [
          textTable(
            [teamPrintTexts.name, teamPrintTexts.role, teamPrintTexts.card, teamPrintTexts.mobile].map(inLocale),
            team.guides.map(({ name, role, card_no, mobile }) => [
              name,
              wordOf(guideRoles, role, locale),
              card_no,
              mobile,
            ]),
            ['*', '*', '*', '*'],
          ),
        ]
      : []),
    ...(team.vehicles.length > 0
      ? [
          textTable(
            [
              teamPrintTexts.plate,
              teamPrintTexts.seats,
              teamPrintTexts.driver,
              teamPrintTexts.mobile,
              teamPrintTexts.coach,
            ].map(inLocale),
            team.vehicles.map((one) => [one.plate, String(one.seats), one.driver, one.mobile, one.coach ?? '']),
            [76, 60, 76, 90, '*'],
          ),
        ]
      : []),
    textLine('', { size: 5 }),
    textLine(inLocale(teamPrintTexts.plan), { size: 12, bold: true }),
    ...Array.from({ length: days }, (_, at) => dayOf(team, at, first, locale)).flat(),
  ];
}

function dayOf(team: PrintedTeam, at: number, first: string, locale: Locale): DocumentBlock[] {
  const day = team.days[at];
  const stops = team.stops.filter(({ day_no }) => day_no === at + 1);
  const hotel = [day?.standard ? wordOf(hotelStandards.options, day.standard, locale) : '', day?.hotel ?? ''];
  const meals = (day?.meals ?? []).map((one) => wordOf(mealTypes, one, locale));
  return [
    textLine(textIn(teamPrintTexts.day, locale, { n: at + 1, date: addDays(first, at), title: day?.title ?? '' }), {
      bold: true,
    }),
    ...(stops.length > 0
      ? [
          textTable(
            [
              teamPrintTexts.arrive,
              teamPrintTexts.kind,
              teamPrintTexts.place,
              teamPrintTexts.stay,
              teamPrintTexts.fee,
            ].map((one) => one[locale]),
            stops.map((stop) => [
              stop.arrive,
              wordOf(stopTypes, stop.type, locale),
              stop.name,
              textIn(teamPrintTexts.minutes, locale, { n: stop.stay }),
              feeOf(stop, locale),
            ]),
            [48, 60, '*', 64, 90],
          ),
        ]
      : []),
    ...(day
      ? [
          textLine(textIn(teamPrintTexts.meals, locale, { ...meals, hotel: hotel.filter(Boolean).join(' ') }), {
            size: 9,
          }),
        ]
      : []),
  ];
}

const feeOf = ({ paid, fee }: PrintedStop, locale: Locale): string =>
  paid ? `${teamPrintTexts.paid[locale]}${fee ? ` ¥${(fee / 100).toFixed(2)}` : ''}` : '';

/** The table of tourists, with the numbers it is given. */
export const touristListTableBlocks = (tourists: readonly PrintedTourist[], locale: Locale): DocumentBlock[] => [
  textTable(
    [
      teamPrintTexts.n,
      teamPrintTexts.name,
      teamPrintTexts.document,
      teamPrintTexts.number,
      teamPrintTexts.gender,
      teamPrintTexts.mobile,
      teamPrintTexts.source,
      teamPrintTexts.room,
      teamPrintTexts.seat,
    ].map((one) => one[locale]),
    tourists.map((one, at) => [
      String(at + 1),
      one.name,
      wordOf(touristDocuments, one.id_type, locale),
      one.number,
      wordOf(genders, one.gender, locale),
      one.mobile ?? '',
      one.source ?? '',
      one.room ?? '',
      one.seat ?? '',
    ]),
    [22, 44, 44, 98, 26, 64, '*', 28, 28],
  ),
];
