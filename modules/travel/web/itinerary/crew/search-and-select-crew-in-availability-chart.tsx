import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from 'react';
import { formatClock, formatDay } from '#web/cell/format/date-format.ts';
import { LoadErrorWithRetry } from '#web/error/load-error-with-retry.tsx';
import { toast } from '#web/feedback/toast.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { previousDataAsPlaceholder } from '#web/http/previous-data-as-placeholder.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { translate } from '#web/i18n/locale.ts';
import { newChildRow } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { childResourceOf, childRowFields, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { pathOf } from '#web/resource/resource-calls.ts';
import { useValueAfterComposition } from '#web/tab/stop-keys-and-delay-search-during-input-method-composition.ts';
import {
  type CrewCandidate,
  type CrewLane,
  crewLanes,
  laneMarginSeconds,
} from '../../../contract/itinerary/crew-availability-answer-types.ts';
import { itinerary } from '../../../contract/itinerary/team-itinerary.ts';
import { crewAssignmentTexts } from './crew-assignment-texts.ts';
import { CrewCandidateRow } from './crew-candidate-row-of-availability-chart.tsx';
import {
  addCrewInLane,
  chosenCrewInLane,
  positionOnTimeAxis,
  removeCrewFromLane,
  type TimeSpan,
  timeAxisTicks,
} from './crew-lane-assignment-and-time-axis.ts';

interface Page {
  readonly list: readonly CrewCandidate[];
  readonly more: boolean;
}

const momentOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** The list field that a lane fills. */
const listOf = (lane: CrewLane) => (lane === 'guides' ? 'guides' : 'vehicles');

/** Candidates of a lane, page by page. */
const useCandidates = (request: { readonly lane: CrewLane; readonly [name: string]: unknown }, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: ['resource', itinerary.name, 'available', request.lane, request],
    queryFn: ({ pageParam, signal }) =>
      queryFnFor<Page>(pathOf(itinerary, 'available'), { ...request, page: pageParam })({ signal }),
    initialPageParam: 1,
    getNextPageParam: (last: Page, pages) => (last.more ? pages.length + 1 : undefined),
    placeholderData: previousDataAsPlaceholder('resource', itinerary.name, 'available', request.lane),
    enabled,
  });

/** Arrow keys move between candidates. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const buttons = [...(list?.querySelectorAll<HTMLButtonElement>('.xj-crew-take') ?? [])];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
  event.preventDefault();
  next?.focus();
}

/** Chart of candidates for a team, with their times in other teams and in this one. */
export function CrewSelectionInAvailabilityChart({ fields, values, row, put }: Omit<CustomInputProps, 'id'>) {
  const title = useId();
  // an amendment may open guides only, or vehicles only
  const lanes = (Object.keys(crewLanes) as CrewLane[]).filter((one) => fields[listOf(one)]);
  const [lane, setLane] = useState<CrewLane>(lanes[0] ?? 'guides');
  const [typed, setTyped] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const search = useDeferredValue(useValueAfterComposition(typed.trim()));
  const [from, to, agency] = [momentOf(values.start_at), momentOf(values.end_at), momentOf(values.agency_id)];
  const name = listOf(lane);
  const field = fields[name];
  const rows = childRowsIn(values[name]);
  const trip: TimeSpan | undefined = from && to && from < to ? { from, to } : undefined;
  const chosen = trip ? chosenCrewInLane(lane, rows, trip) : new Map<number, readonly TimeSpan[]>();
  const coaches = trip ? [...chosenCrewInLane('vehicles', childRowsIn(values.vehicles), trip).keys()] : [];
  // candidates chosen when the list was loaded come first; later choices do not move rows
  const [first, setFirst] = useState<readonly number[]>();
  const query = useCandidates(
    {
      lane,
      from,
      to,
      agency_id: agency,
      chosen: (first ?? [...chosen.keys()]).join(','),
      ...(row?.id ? { id: row.id } : {}),
      ...(lane === 'drivers' && coaches.length > 0 ? { vehicles: coaches.join(',') } : {}),
      ...(search ? { quick_search: search } : {}),
    },
    trip !== undefined && agency !== undefined,
  );
  if (!field) return null;
  const choose = (next: CrewLane) => {
    setFirst(undefined);
    setLane(next);
    setTyped('');
  };
  const toggle = ({ id, name: chosenName }: CrewCandidate) => {
    setFirst(first ?? [...chosen.keys()]);
    if (chosen.has(id)) {
      put({ [name]: removeCrewFromLane(lane, rows, id) });
      setAnnouncement(translate(crewAssignmentTexts.dropped, { name: chosenName }));
      toast.undo(translate(crewAssignmentTexts.dropped, { name: chosenName }), () => put({ [name]: rows }));
      return;
    }
    const next = addCrewInLane(lane, rows, id, () => newChildRow(childRowFields(childResourceOf(field), undefined)));
    if (!next) {
      toast.info(translate(crewAssignmentTexts.coach));
      choose('vehicles');
      return;
    }
    put({ [name]: next });
    setAnnouncement(
      translate(lane === 'vehicles' ? crewAssignmentTexts.driver : crewAssignmentTexts.selected, { name: chosenName }),
    );
    if (lane === 'vehicles') choose('drivers');
  };
  const shown = trip && { from: trip.from - laneMarginSeconds, to: trip.to + laneMarginSeconds };
  return (
    <section className="xj-crew-lanes" aria-labelledby={title}>
      <CrewHead {...{ title, lanes, lane, typed }} onLane={choose} onTyped={setTyped} />
      {!(trip && shown && agency) ? (
        <p className="xj-crew-none">{translate(crewAssignmentTexts.when)}</p>
      ) : query.error && !query.data ? (
        <LoadErrorWithRetry error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Candidates {...{ query, lane, search, trip, shown, chosen }} onTurn={toggle} />
      )}
      <p className="xj-visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

interface CandidatesProps {
  readonly query: ReturnType<typeof useCandidates>;
  readonly lane: CrewLane;
  readonly search: string;
  readonly trip: TimeSpan;
  /** The trip with a margin. */
  readonly shown: TimeSpan;
  readonly chosen: ReadonlyMap<number, readonly TimeSpan[]>;
  onTurn(candidate: CrewCandidate): void;
}

/** Time axis, candidates and paging. */
function Candidates({ query, lane, search, trip, shown, chosen, onTurn }: CandidatesProps) {
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const listed = useRef<HTMLUListElement>(null);
  const list = data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <>
      <CrewAxis shown={shown} />
      <ul
        ref={listed}
        className="xj-crew-list"
        aria-busy={isPending || undefined}
        onKeyDown={(event) => moveFocus(event, listed.current)}
      >
        {list.map((one) => (
          <CrewCandidateRow
            key={one.id}
            {...{ one, trip, shown }}
            chosen={chosen.get(one.id)}
            onTurn={() => onTurn(one)}
          />
        ))}
      </ul>
      {!isPending && list.length === 0 && (
        <p className="xj-crew-none">
          {search
            ? translate(crewAssignmentTexts.notFound, { search })
            : translate(crewAssignmentTexts.none, { lane: translate(crewLanes[lane]) })}
        </p>
      )}
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate(crewAssignmentTexts.more)}
        </Button>
      )}
      <p className="xj-crew-keys">{translate(crewAssignmentTexts.keys)}</p>
    </>
  );
}

interface CrewHeadProps {
  readonly title: string;
  readonly lanes: readonly CrewLane[];
  readonly lane: CrewLane;
  readonly typed: string;
  onLane(lane: CrewLane): void;
  onTyped(typed: string): void;
}

/** Choice of the lane, and search. */
function CrewHead({ title, lanes, lane, typed, onLane, onTyped }: CrewHeadProps) {
  return (
    <header className="xj-crew-head">
      <h3 id={title}>{translate(crewAssignmentTexts.title)}</h3>
      <fieldset className="xj-segments" aria-labelledby={title}>
        {lanes.map((one) => (
          <label key={one}>
            <input type="radio" name={title} checked={lane === one} onChange={() => onLane(one)} />
            {translate(crewLanes[one])}
          </label>
        ))}
      </fieldset>
      <Input
        type="search"
        allowClear
        aria-label={translate(crewAssignmentTexts.search)}
        placeholder={translate(crewAssignmentTexts.search)}
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
        // Enter would submit the form
        onPressEnter={(event) => event.preventDefault()}
      />
    </header>
  );
}

/** Days and hours above the chart. */
function CrewAxis({ shown }: { shown: TimeSpan }) {
  return (
    <div className="xj-crew-axis" aria-hidden="true">
      {timeAxisTicks(shown).map(({ at, isDay }) => (
        <span
          key={at}
          data-day={isDay || undefined}
          style={{ left: `${positionOnTimeAxis({ from: at, to: at }, shown).left}%` }}
        >
          {isDay ? formatDay(at).slice(5) : formatClock(at)}
        </span>
      ))}
    </div>
  );
}
