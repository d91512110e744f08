import { type Text, text } from '#kernel/text/text.ts';
import { opinionLevels } from '#modules/system/contract/complaint-and-opinion-option-lists.ts';
import { notifyOfficersWhoSeeRow } from '#server/calls/notify-officers-who-see-row.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { opinionAlertRaised } from '../../contract/message-templates.ts';
import { opinionAlert } from '../../contract/opinion-alert.ts';
import { notifiedOpinionLevels, type OpinionLevel } from '../../contract/opinion-alert-verdicts-findings-and-levels.ts';

const byOfficer = text('由工作人员提报', 'Raised by an officer');

const mostOfficers = 20;
/** Length of a title in a text message. */
const titleInText = 30;

interface NotifiedAlert {
  readonly [column: string]: unknown;
  readonly title: string;
  readonly level: OpinionLevel;
  readonly area_code: string;
  readonly raised_for: string | null;
  readonly raised_for_en: string | null;
  readonly handler_id: number | null;
}

/**
 * Notifies those who triage and approve, and the handler, of an alert that is orange or red, once for each level: in the
 * inbox, and by text message at any hour (domain reference, Appendix E).
 */
export async function notifyOfficersOfOpinionAlert(engine: Engine, tx: Transaction, id: number): Promise<void> {
  const alert = await tx.row<NotifiedAlert>(
    sql`select title, level, area_code, raised_for, raised_for_en, handler_id from opinion_alert where id = ${id}`,
  );
  if (!alert || !notifiedOpinionLevels.includes(alert.level)) return;
  const { title, level, area_code, raised_for, raised_for_en, handler_id } = alert;
  const reason = raised_for === null ? byOfficer : text(raised_for, raised_for_en ?? raised_for);
  const short = [...title].length > titleInText ? `${[...title].slice(0, titleInText).join('')}…` : title;
  const message = {
    template: opinionAlertRaised,
    values: { level: opinionLevels.options[level] as Text, title, reason },
    shorter: { title: short },
    once: `opinion alert ${id} ${level}`,
  };
  await notifyOfficersWhoSeeRow(engine, tx, opinionAlert, { id, title, area_code }, message, {
    nodes: [`${opinionAlert.name}/triage`, `${opinionAlert.name}/approveResponse`],
    limit: mostOfficers,
    also: handler_id === null ? [] : [handler_id],
  });
}
