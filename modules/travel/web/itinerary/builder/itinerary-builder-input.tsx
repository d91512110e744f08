import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { AnyField } from '#kernel/declaration/field.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { maxChildRowsOfList } from '#kernel/kind/linked/child-rows.ts';
import type { CustomInputProps } from '#web/form/state/custom-input-registry.ts';
import { translate } from '#web/i18n/locale.ts';
import { childRowKey } from '#web/input/rows/add-copy-and-reorder-child-rows.ts';
import { mayPerformOnChildRows } from '#web/resource/child-rows-calls.ts';
import { type ChildRow, childResourceOf, childRowsIn } from '#web/resource/child-rows-in-form.ts';
import { useIsPhone } from '#web/theme/use-media-query.ts';
import { CopyProductPlanAutomaticallyOrByButton } from './copy-product-plan-automatically-or-by-button.tsx';
import { PlanTotalsLine } from './day-and-plan-totals.tsx';
import { DayColumn } from './day-column.tsx';
import { DayRoutesMapAndStopSequence } from './day-routes-map-and-stop-sequence.tsx';
import { commandForKey } from './plan/builder-keyboard-commands.ts';
import { builderTexts } from './plan/builder-texts.ts';
import { dayAndPlaceOfStop, maxDays, type StopPlace, stopsOfDay, type TourPlan } from './plan/edit-tour-plan.ts';
import { dayErrorsAndWarnings, errorsByRow, type RowErrors } from './plan/plan-errors-and-warnings.ts';
import { addTotals, totalsOfStops } from './plan/plan-totals-and-warnings.ts';
import { type UndoablePlan, useUndoablePlan } from './plan/use-undoable-plan.ts';
import { StopDragAndDrop } from './stop-drag-and-drop.tsx';
import { StopOrDayEditor } from './stop-or-day-editor.tsx';
import {
  type ItineraryBuilderRights,
  type ItineraryBuilderState,
  useItineraryBuilderState,
} from './use-itinerary-builder-state.ts';
import './itinerary-builder.css';
import './itinerary-builder-on-phone.css';

/** Selects the first row with an error and opens it. */
function useOpenFirstError(
  board: ItineraryBuilderState,
  plan: TourPlan,
  phone: boolean,
  errors: { readonly day: RowErrors; readonly stop: RowErrors },
): void {
  const [wrongDay] = errors.day.keys();
  const [wrongStop] = errors.stop.keys();
  const firstWrong = `${wrongDay ?? ''} ${wrongStop ?? ''}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when something else is wrong
  useEffect(() => {
    const day = plan.days.findIndex((row) => childRowKey(row) === wrongDay);
    const place =
      day >= 0
        ? { day, at: -1 }
        : dayAndPlaceOfStop(
            plan,
            plan.stops.findIndex((row) => childRowKey(row) === wrongStop),
          );
    if (!place) return;
    if (phone) board.choose(place);
    else board.edit(place);
  }, [firstWrong]);
}

/** Opens the row chosen in the list of missing fields. */
function useOpenRequestedRow(
  board: ItineraryBuilderState,
  plan: TourPlan,
  sought: CustomInputProps['sought'],
  names: { readonly days: string; readonly stops: string },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when somebody wants to go elsewhere
  useEffect(() => {
    const [list, n = ''] = sought?.at.split('.') ?? [];
    const place =
      list === names.days && n !== ''
        ? { day: Number(n), at: -1 }
        : list === names.stops
          ? dayAndPlaceOfStop(plan, Number(n))
          : null;
    if (place) board.edit(place);
  }, [sought]);
}

type Command = NonNullable<ReturnType<typeof commandForKey>>;

function runCommand(board: ItineraryBuilderState, place: StopPlace, command: Command): void {
  if (command.do === 'go') board.choose(command.to);
  else if (command.do === 'move') board.move(place, command.to);
  else if (command.do === 'moveDay') board.moveDay(place.day, command.to);
  else if (command.do === 'add') board.add(place);
  else if (command.do === 'remove') board.remove(place);
  else if (command.do === 'undo') board.undo();
  else board.redo();
}

/** What the user may do with the plan, by permissions and row limits. */
function rightsOn(plan: TourPlan, dayList: AnyField, stopList: AnyField, disabled: boolean): ItineraryBuilderRights {
  const [dayChild, stopChild] = [childResourceOf(dayList), childResourceOf(stopList)];
  return {
    disabled,
    mayAddDay:
      !disabled &&
      mayPerformOnChildRows(dayChild, 'add') &&
      plan.days.length < Math.min(maxDays, maxChildRowsOfList(dayList)),
    mayAddStop:
      !disabled && mayPerformOnChildRows(stopChild, 'add') && plan.stops.length < maxChildRowsOfList(stopList),
    mayRemove: !disabled && mayPerformOnChildRows(dayChild, 'del') && mayPerformOnChildRows(stopChild, 'del'),
  };
}

/** Runs the command of a key pressed on a card. */
function pressKey(event: KeyboardEvent, board: ItineraryBuilderState, plan: TourPlan): void {
  const place = placeAt(event.target);
  const command =
    place &&
    commandForKey(
      event,
      place,
      plan.days.map((_, day) => stopsOfDay(plan, day).length),
    );
  if (!place || !command) return;
  event.preventDefault();
  event.stopPropagation();
  runCommand(board, place, command);
}

/** Form input for days and stops as a board, by mouse, touch and keyboard. Times follow from the stops before. */
export default function ItineraryBuilderInput(props: CustomInputProps) {
  const { id, fields, values, errors, describedBy, disabled } = props;
  const [daysName = '', stopsName = ''] = Object.keys(fields);
  const [dayList, stopList] = [fields[daysName], fields[stopsName]];
  if (!dayList || !stopList) throw new Error('an itinerary is of days and of stops');
  const phone = useIsPhone();
  const element = useRef<HTMLDivElement>(null);
  const editing = useUndoablePlan(props);
  const { plan } = editing;
  const [dayChild, stopChild] = [childResourceOf(dayList), childResourceOf(stopList)];
  const rights = rightsOn(plan, dayList, stopList, disabled);
  const board = useItineraryBuilderState(editing, rights, stopChild, element);
  const { chosen } = board;
  const byDay = plan.days.map((_, day) => stopsOfDay(plan, day));
  const dayErrors = errorsByRow(values[daysName], errors[daysName] ?? {});
  const stopErrors = errorsByRow(values[stopsName], errors[stopsName] ?? {});
  const listed = Object.hasOwn(values, 'extras') ? childRowsIn(values.extras) : undefined;

  useOpenFirstError(board, plan, phone, { day: dayErrors, stop: stopErrors });
  useOpenRequestedRow(board, plan, props.sought, { days: daysName, stops: stopsName });

  const wrongHere = chosen.at < 0 ? dayErrors : stopErrors;
  const chosenRow = chosen.at < 0 ? plan.days[chosen.day] : byDay[chosen.day]?.[chosen.at];
  const editor = (
    <StopOrDayEditor
      {...{ id, plan, board, rights, values }}
      list={chosen.at < 0 ? dayList : stopList}
      errors={(chosenRow && wrongHere.get(childRowKey(chosenRow))) ?? {}}
      takesFocus={!phone}
    />
  );
  const title =
    chosen.at < 0 ? translate(builderTexts.editDay, { n: chosen.day + 1 }) : translate(builderTexts.editStop);
  const area = values.departure_area ?? values.from_area;
  return (
    <fieldset
      className="xj-bare-fieldset xj-plan"
      aria-label={translate(builderTexts.board)}
      aria-describedby={describedBy}
    >
      <PlanBar {...{ id, values, editing, board, rights, dayChild, stopChild }} isNew={!props.row} put={props.put} />
      <div className="xj-plan-body">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards in it */}
        <div className="xj-plan-board" ref={element} onKeyDown={(event) => pressKey(event, board, plan)}>
          {plan.days.length === 0 ? (
            <p className="xj-plan-none">{translate(builderTexts.empty)}</p>
          ) : (
            <StopDragAndDrop plan={plan} stopList={stopList} element={element} onMove={board.move}>
              {(target) => (
                <PlanDays {...{ plan, board, rights, dayList, stopList, target, dayErrors, stopErrors, listed }} />
              )}
            </StopDragAndDrop>
          )}
        </div>
        {!phone && plan.days.length > 0 && (
          <section className="xj-plan-aside" aria-label={title}>
            <h3>{title}</h3>
            {editor}
          </section>
        )}
      </div>
      {phone && (
        <PhoneSheet board={board} title={title}>
          {editor}
        </PhoneSheet>
      )}
      <p className="xj-plan-note">{translate(phone ? builderTexts.howTouch : builderTexts.keys)}</p>
      <DayRoutesMapAndStopSequence plan={plan} chosen={chosen} areaCode={typeof area === 'string' ? area : undefined} />
      <p className="xj-visually-hidden" role="status">
        {board.announcement}
      </p>
    </fieldset>
  );
}

/** The place of the card an event comes from. */
function placeAt(target: EventTarget): StopPlace | undefined {
  const place = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-place]')?.dataset.place : undefined;
  const [day = 0, at = 0] = place?.split(':').map(Number) ?? [];
  return place === undefined ? undefined : { day, at };
}

interface PlanBarProps extends Pick<CustomInputProps, 'id' | 'values' | 'put'> {
  readonly editing: UndoablePlan;
  readonly board: ItineraryBuilderState;
  readonly rights: ItineraryBuilderRights;
  readonly dayChild: AnyResource;
  readonly stopChild: AnyResource;
  readonly isNew: boolean;
}

/** Bar above the board: totals, copying the plan of a product, undo and redo, adding a day. */
function PlanBar({ id, values, editing, board, rights, dayChild, stopChild, isNew, put }: PlanBarProps) {
  const { plan } = editing;
  const totals = plan.days.map((_, day) => totalsOfStops(stopsOfDay(plan, day)));
  return (
    <div className="xj-plan-bar-top">
      <PlanTotalsLine totals={addTotals(totals)} days={plan.days.length} stops={plan.stops.length} />
      <div className="xj-plan-tools">
        {typeof values.product_id === 'number' && rights.mayAddDay && (
          <CopyProductPlanAutomaticallyOrByButton
            {...{ editing, values }}
            id={values.product_id}
            days={dayChild}
            stops={stopChild}
            isNew={isNew}
            put={put}
          />
        )}
        <Button size="small" icon={<UndoOutlined aria-hidden />} disabled={!editing.mayUndo} onClick={board.undo}>
          {translate(builderTexts.undo)}
        </Button>
        <Button size="small" icon={<RedoOutlined aria-hidden />} disabled={!editing.mayRedo} onClick={board.redo}>
          {translate(builderTexts.redo)}
        </Button>
        <Button id={id} size="small" disabled={!rights.mayAddDay} onClick={() => board.addDay(plan.days.length)}>
          + {translate(builderTexts.addDay)}
        </Button>
      </div>
    </div>
  );
}

interface PlanDaysProps {
  readonly plan: TourPlan;
  readonly board: ItineraryBuilderState;
  readonly rights: ItineraryBuilderRights;
  readonly dayList: AnyField;
  readonly stopList: AnyField;
  /** Where a dragged stop would be dropped. */
  readonly target: StopPlace | undefined;
  readonly dayErrors: RowErrors;
  readonly stopErrors: RowErrors;
  /** Shops and paid activities listed in the form, if it has them. */
  readonly listed: readonly ChildRow[] | undefined;
}

function PlanDays(props: PlanDaysProps) {
  const { plan, board, rights, dayList, stopList, target, dayErrors, stopErrors, listed } = props;
  const [dayChild, stopChild] = [childResourceOf(dayList), childResourceOf(stopList)];
  return (
    <ol className="xj-plan-days">
      {plan.days.map((row, day) => (
        <DayColumn
          key={childRowKey(row)}
          {...{ day, row, dayList, stopList }}
          chosen={board.chosen}
          disabled={rights.disabled}
          stops={stopsOfDay(plan, day)}
          notes={dayErrorsAndWarnings({
            row,
            stops: stopsOfDay(plan, day),
            dayErrors,
            stopErrors,
            dayChild,
            stopChild,
            listed,
          })}
          mayAdd={rights.mayAddStop}
          target={target?.day === day ? target.at : undefined}
          onOpen={board.edit}
          onAdd={board.add}
        />
      ))}
    </ol>
  );
}

/** The editor on a phone, over the lower part of the page. */
function PhoneSheet({ board, title, children }: { board: ItineraryBuilderState; title: string; children: ReactNode }) {
  return (
    <Drawer
      open={board.editing}
      placement="bottom"
      size="86%"
      title={title}
      onClose={board.close}
      rootClassName="xj-plan-sheet"
      extra={
        <Button type="primary" onClick={board.close}>
          {translate(builderTexts.close)}
        </Button>
      }
    >
      {children}
    </Drawer>
  );
}
