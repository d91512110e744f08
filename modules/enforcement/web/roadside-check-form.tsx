import { Select } from 'antd';
import { type FormEvent, useId, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { parseTeamCode } from '#modules/travel/contract/team-code/format-and-verify-signed-team-code.ts';
import { formatRecent } from '#web/cell/format/date-format.ts';
import { dropFormDraft, readFormDraft, storeFormDraft } from '#web/form/state/store-form-draft-in-browser.ts';
import { post } from '#web/http/client.ts';
import { WireError } from '#web/http/error-of-http-call.ts';
import { queueWrite, useQueuedWrites } from '#web/http/offline/queue-send-and-discard-offline-writes.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { useText } from '#web/i18n/locale.ts';
import { fetchAddressOfPosition, useGeocoder } from '#web/map/place/geocoding.ts';
import { locateDevice } from '#web/map/place/locate-device.ts';
import { refreshResource } from '#web/resource/resource-calls.ts';
import { useAdmin } from '#web/session/session.ts';
import { parseRoadsideLookupText } from '../contract/parse-roadside-lookup-text.ts';
import { roadsideCheck, roadsideResults } from '../contract/roadside-check.ts';

const texts = {
  title: text('登记检查', 'Record check'),
  plate: text('车牌号', 'Plate'),
  people: text('清点人数', 'Headcount'),
  expected: text('码上 {n} 人', '{n} on the code'),
  place: text('地点说明', 'Place details'),
  here: text('取本机所在地址', 'Use current location'),
  nowhere: text('没有定位到，请填写地点', 'Location not available. Please enter the place'),
  result: text('处理结果', 'Result'),
  problems: text('发现的问题（未放行须写明）', 'Problems found (required unless released)'),
  save: text('登记', 'Record'),
  finding: text('正在定位…', 'Locating…'),
  queueLabel: text('路面检查 {plate}', 'Roadside check {plate}'),
  done: text('已登记 {plate}', '{plate} recorded'),
  remark: text('已登记 {plate}：{remark}', '{plate} recorded: {remark}'),
  queued: text(
    '{plate} 已存在本机，联网后自动发送',
    '{plate} is saved on this device and sent automatically once online',
  ),
  waiting: text('待发送 {n} 项检查', '{n} {n|check|checks} to be sent'),
};

const address = '/admin/enforcement.roadside/note';

/** Empty values of the form. An unfinished check is stored in this window and restored by the same lookup. */
const nothing = { plate: '', headcount: '', result: 'passed', place_name: '', problems: '' };
type Written = typeof nothing;
/** Most characters of a place name. */
const longestPlace = 100;

interface RoadsideNoteProps {
  readonly code: string;
  readonly query: string;
  readonly open: boolean;
}

/** Form of a roadside check, usable with one hand, online or offline. */
export function RoadsideCheckForm({ code, query, open }: RoadsideNoteProps) {
  const t = useText();
  const note = useNote(code, query);
  return (
    <>
      <Waiting />
      <details className="xj-roadside-card xj-roadside-note" open={open || note.begun}>
        <summary>{t(texts.title)}</summary>
        <NoteForm note={note} />
        <p role="status">{note.status}</p>
      </details>
    </>
  );
}

/** State of the form: stored as a draft; sent at once, or once the network is back. */
function useNote(code: string, query: string) {
  const t = useText();
  const officer = useAdmin();
  const payload = parseTeamCode(code)?.content;
  const team = payload?.kind === 'team' ? payload.team : undefined;
  const understood = parseRoadsideLookupText(query);
  const typed = understood?.means === 'plate' ? understood.value : '';
  const team_no = understood?.means === 'team' ? understood.value : undefined;
  const initial = { ...nothing, plate: team?.plate ?? typed };
  // by what was meant: a plate is typed in one way and read aloud in another
  const subject = understood ? `${understood.means} ${understood.value}` : query;
  const draft = `${roadsideCheck.name} ${code} ${subject}`;
  const [begun] = useState(() => readFormDraft(draft, roadsideCheck.fields) as Partial<Written> | undefined);
  const [written, setWritten] = useState<Written>({ ...initial, ...begun });
  const { plate, headcount, result, place_name, problems } = written;
  const set = (part: Partial<Written>) => {
    const next = { ...written, ...part };
    setWritten(next);
    const changed = Object.entries(next).filter(([name, value]) => value !== initial[name as keyof Written]);
    storeFormDraft(draft, roadsideCheck.fields, Object.fromEntries(changed));
  };
  const [status, setStatus] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setErrors({});
    setStatus('');
    const made_at = serverNow();
    // a rough position at once is better than waiting for a satellite fix
    const where = await locateDevice(3000);
    const body = {
      plate,
      result,
      headcount: Number(headcount),
      made_at,
      area_code: officer?.area_code,
      place_name: place_name.trim() || undefined,
      problems: problems.trim() || undefined,
      ...(where ? { place: { ...where, from: 'device' } } : {}),
      ...(team ? { code } : { team_no }),
    };
    const clear = () => {
      setWritten({ ...initial, plate });
      dropFormDraft(draft);
    };
    try {
      const { remark } = await post<{ remark?: string }>(address, body, { quiet: true, duplicate: 'allow' });
      setStatus(remark === undefined ? t(texts.done, { plate }) : t(texts.remark, { plate, remark }));
      clear();
      void refreshResource(roadsideCheck.name);
    } catch (error) {
      if (await queueWrite(error, { title: t(texts.queueLabel, { plate }), resource: roadsideCheck.name })) {
        setStatus(t(texts.queued, { plate }));
        clear();
      } else {
        setErrors(error instanceof WireError ? (error.errors ?? {}) : {});
        setStatus(error instanceof Error ? error.message : String(error));
      }
    }
    setBusy(false);
  };
  return { written, set, save, status, errors, busy, team, begun: begun !== undefined };
}

function NoteForm({ note }: { note: ReturnType<typeof useNote> }) {
  const t = useText();
  const id = useId();
  const { written, set, save, errors, busy, team } = note;
  const { plate, headcount, result, place_name, problems } = written;
  const fault = (field: string) => errors[field]?.[0] && <em role="alert">{errors[field][0]}</em>;
  return (
    <form onSubmit={(event) => void save(event)}>
      <label>
        {t(texts.plate)}
        <input
          value={plate}
          required
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={(event) => set({ plate: event.target.value })}
        />
        {fault('plate')}
      </label>
      <label>
        {t(texts.people)}
        <input
          type="number"
          inputMode="numeric"
          min={0}
          max={500}
          required
          value={headcount}
          onChange={(event) => set({ headcount: event.target.value })}
        />
        {team && <small>{t(texts.expected, { n: team.pax })}</small>}
        {fault('headcount')}
      </label>
      <label htmlFor={`${id}-result`}>{t(texts.result)}</label>
      <Select
        id={`${id}-result`}
        size="large"
        value={result}
        options={Object.entries(roadsideResults).map(([value, label]) => ({ value, label: t(label) }))}
        onChange={(chosen) => set({ result: chosen })}
      />
      <label>
        {t(texts.place)}
        <input
          value={place_name}
          maxLength={longestPlace}
          onChange={(event) => set({ place_name: event.target.value })}
        />
      </label>
      <AddressHere onFound={(found) => set({ place_name: found.slice(0, longestPlace) })} />
      <label>
        {t(texts.problems)}
        <textarea
          rows={2}
          value={problems}
          maxLength={1000}
          required={result !== 'passed'}
          onChange={(event) => set({ problems: event.target.value })}
        />
        {fault('problems')}
      </label>
      <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
        {t(busy ? texts.finding : texts.save)}
      </button>
    </form>
  );
}

/** Fills in the address of the officer's position, where a map service is set up. */
function AddressHere({ onFound }: { onFound(address: string): void }) {
  const t = useText();
  const hasGeocoder = useGeocoder();
  const [status, setStatus] = useState('');
  const [busy, setBusy] = useState(false);
  // text typed while the position is being determined is kept
  const found = useRef(onFound);
  found.current = onFound;
  const look = async () => {
    setBusy(true);
    setStatus('');
    const where = await locateDevice();
    try {
      if (where) found.current(await fetchAddressOfPosition(where));
      else setStatus(t(texts.nowhere));
    } catch (error) {
      setStatus(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  if (!hasGeocoder) return null;
  return (
    <>
      <button type="button" className="xj-button" disabled={busy} onClick={() => void look()}>
        {t(busy ? texts.finding : texts.here)}
      </button>
      <p role="status">{status}</p>
    </>
  );
}

/** Checks waiting for the network, and refusals of those already sent. */
function Waiting() {
  const t = useText();
  const waiting = useQueuedWrites((state) => state.list).filter(({ url }) => url === address);
  if (waiting.length === 0) return null;
  return (
    <section className="xj-roadside-card" role="status">
      <strong>{t(texts.waiting, { n: waiting.length })}</strong>
      <ul>
        {waiting.map((one) => (
          <li key={one.seq} data-valid={one.refused === undefined}>
            {formatRecent(one.since / 1000)} {one.title}
            {one.refused && ` · ${one.refused.message}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
