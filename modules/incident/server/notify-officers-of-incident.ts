import { type Text, text } from '#kernel/text/text.ts';
import { incidentLevels } from '#modules/system/contract/travel-reward-and-incident-option-lists.ts';
import {
  type MessageAboutRowToOfficers,
  notifyOfficersWhoSeeRow,
  type OfficersToNotifyAboutRow,
} from '#server/calls/notify-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { type Incident, incident } from '../contract/incident.ts';

/** Officers notified of one incident at most; the wall shows it to all. */
const mostNotified = 100;

type Subject = Pick<
  Incident,
  'id' | 'no' | 'title' | 'place_name' | 'place' | 'level' | 'dead' | 'hurt' | 'missing' | 'stranded' | 'area_code'
>;

const unknownPlace: Text = text('地点待核实', 'place to be verified');

/** Values of the placeholders that messages about an incident share. */
export function incidentMessageValues(row: Subject) {
  const spot = row.place ? `${row.place.lng.toFixed(4)}, ${row.place.lat.toFixed(4)}` : undefined;
  const grade = incidentLevels.options[row.level ?? 'ordinary'];
  const n = { dead: row.dead ?? 0, hurt: row.hurt ?? 0, missing: row.missing ?? 0, stranded: row.stranded ?? 0 };
  return {
    no: row.no ?? '',
    title: row.title,
    level: grade ? text(grade['zh-cn'], grade.en) : (row.level ?? ''),
    place: row.place_name ?? spot ?? unknownPlace,
    people: text(
      `死亡 ${n.dead}，重伤 ${n.hurt}，失踪 ${n.missing}，滞留 ${n.stranded}`,
      `${n.dead} dead, ${n.hurt} seriously hurt, ${n.missing} missing, ${n.stranded} stranded`,
    ),
  };
}

/**
 * Puts a message about an incident into the inboxes of officers who see it and hold one of the nodes, and sends it to some of them
 * by text message. `once`: key under which each of them gets it once.
 */
export async function notifyOfficersOfIncident<P extends string>(
  engine: Engine,
  tx: Transaction,
  row: Subject,
  message: MessageAboutRowToOfficers<P>,
  to: Pick<OfficersToNotifyAboutRow, 'nodes' | 'upTo'>,
): Promise<void> {
  const about = { id: row.id, title: row.title, area_code: row.area_code ?? '' };
  await notifyOfficersWhoSeeRow(engine, tx, incident, about, message, { ...to, limit: mostNotified });
}
