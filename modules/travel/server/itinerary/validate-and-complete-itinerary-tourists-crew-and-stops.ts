import { ageOn } from '#kernel/check/identity-documents.ts';
import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { text } from '#kernel/text/text.ts';
import { validationMessages } from '#kernel/text/validation-messages.ts';
import { shanghaiDateOf, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { driver } from '#modules/crew/contract/driver.ts';
import { guide } from '#modules/crew/contract/guide.ts';
import { vehicle } from '#modules/crew/contract/vehicle.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import type {
  assignedGuide,
  assignedVehicle,
  itineraryStop,
  tourist,
} from '../../contract/itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import type { TouristDocument } from '../../contract/itinerary/select-options-of-itinerary-fields.ts';
import { crewIdentityKeySql } from './crew/crew-identity-key-sql.ts';
import { intervalOfStop } from './find-stop-time-faults.ts';
import { adultAge, ageOfOwnPhoneNumber } from './tourist/count-tourists-by-age-and-origin.ts';
import { findTouristDocumentFault, parseTouristDocument } from './tourist/validate-and-parse-tourist-document.ts';

const texts = {
  order: text('结束时间必须晚于开始时间', 'The end must be after the start'),
  again: text('更换证件类型时请重新填写证件号码', 'Re-enter the number after changing the document type'),
  born: text('请填写出生日期', 'Enter the date of birth'),
  sameDriver: text('副驾驶员不能与驾驶员相同', 'The second driver must be another person'),
};

/** Start or end of the itinerary a row belongs to, once the write is stored. */
function itineraryTime({ whole }: Pick<WriteContext, 'whole'>, name: 'start_at' | 'end_at'): number {
  const teamValues = whole?.values as Readonly<Record<string, unknown>> | undefined;
  const before = whole?.before as Readonly<Record<string, unknown>> | undefined;
  return Number(teamValues?.[name] ?? before?.[name] ?? 0);
}

function checkTourist(context: WriteContext<typeof tourist>): void {
  const { values, before, fail, engine } = context;
  const kind = (values.id_type ?? before?.id_type ?? 'id_card') as TouristDocument;
  const number = values.id_no;
  if (!number && before && values.id_type && values.id_type !== before.id_type) fail('id_no', texts.again);
  if (number) {
    const fault = findTouristDocumentFault(kind, number, shanghaiToday());
    if (fault) {
      fail('id_no', fault);
      return;
    }
    const facts = parseTouristDocument(kind, number);
    if (facts) {
      values.birthday = facts.birthday;
      values.gender = facts.gender;
      // also a discontinued division tells the origin
      if (engine.reference.areas().has(facts.area)) values.source_area ??= facts.area;
    }
  }
  const birthday = values.birthday === undefined ? before?.birthday : values.birthday;
  const start = itineraryTime(context, 'start_at');
  if (!birthday) {
    if (number) fail('birthday', texts.born);
    return;
  }
  const age = ageOn(birthday, start ? shanghaiDateOf(start) : shanghaiToday());
  values.is_minor = age < adultAge ? 'yes' : 'no';
  const guardian = values.guardian_mobile === undefined ? before?.guardian_mobile : values.guardian_mobile;
  const own = values.mobile === undefined ? before?.mobile : values.mobile;
  if (age < ageOfOwnPhoneNumber && !guardian && !own) fail('guardian_mobile', validationMessages.required);
}

/** Times must be in order; missing ones are those of the trip. */
function checkTimes({
  values,
  before,
  fail,
  ...rest
}: WriteContext<typeof assignedGuide> | WriteContext<typeof assignedVehicle>): void {
  const from = (values.from_at === undefined ? before?.from_at : values.from_at) ?? itineraryTime(rest, 'start_at');
  const to = (values.to_at === undefined ? before?.to_at : values.to_at) ?? itineraryTime(rest, 'end_at');
  if (to <= from) fail('to_at', texts.order);
}

/** Copies the name from the guide card. */
async function nameGuide(context: WriteContext<typeof assignedGuide>): Promise<void> {
  checkTimes(context);
  const { values, before, require } = context;
  if (!values.guide_id || values.guide_id === before?.guide_id) return;
  const found = await require(guide, values.guide_id, { status: ['valid', 'changing'], field: 'guide_id' });
  if (found) values.name = found.name;
  // the confirmation was given by the guide before
  if (before?.confirmed_at) values.confirmed_at = null;
}

/** The second driver must be another person: one who drives for two firms has two rows. */
async function checkSecondDriver({ values, before, fail, tx }: WriteContext<typeof assignedVehicle>): Promise<void> {
  if (!values.driver_id && !values.second_driver_id) return;
  const of = (name: 'driver_id' | 'second_driver_id') => (values[name] === undefined ? before?.[name] : values[name]);
  const [first, second] = [of('driver_id'), of('second_driver_id')];
  if (!first || !second) return;
  const row = await tx.row<{ people: number }>(sql`
    select count(distinct ${crewIdentityKeySql('d', 'driver')})::int as people
    from ${sql.id(tableOf(driver))} d where d.id in (${first}, ${second}) having count(*) = ${first === second ? 1 : 2}`);
  if (row?.people === 1) fail('second_driver_id', texts.sameDriver);
}

async function nameVehicle(context: WriteContext<typeof assignedVehicle>): Promise<void> {
  checkTimes(context);
  const { values, before, require } = context;
  await checkSecondDriver(context);
  for (const name of ['driver_id', 'second_driver_id'] as const) {
    const id = values[name];
    if (id && id !== before?.[name]) await require(driver, id, { status: ['working', 'changing'], field: name });
  }
  if (!values.vehicle_id || values.vehicle_id === before?.vehicle_id) return;
  const found = await require(vehicle, values.vehicle_id, { status: ['normal', 'changing'], field: 'vehicle_id' });
  if (!found) return;
  values.plate = found.plate;
  values.seats = found.seats;
  values.coach_id = found.enterprise_id;
}

function placeStop(context: WriteContext<typeof itineraryStop>): void {
  const { values, before } = context;
  const start = itineraryTime(context, 'start_at');
  const plan = {
    day_no: values.day_no ?? before?.day_no ?? 1,
    arrive: values.arrive ?? before?.arrive ?? '00:00:00',
    stay_minutes: values.stay_minutes ?? before?.stay_minutes ?? 0,
  };
  const { from, to } = intervalOfStop(start, plan);
  values.plan_arrive = from;
  values.plan_leave = to;
}

export const touristWriteHooks: WriteHooks<typeof tourist> = { add: checkTourist, edit: checkTourist };
export const assignedGuideWriteHooks: WriteHooks<typeof assignedGuide> = { add: nameGuide, edit: nameGuide };
export const assignedVehicleWriteHooks: WriteHooks<typeof assignedVehicle> = { add: nameVehicle, edit: nameVehicle };
export const itineraryStopWriteHooks: WriteHooks<typeof itineraryStop> = { add: placeStop, edit: placeStop };
