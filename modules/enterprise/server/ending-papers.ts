import type { Condition } from '#kernel/filter.ts';
import type { MessageTemplate } from '#kernel/message-template.ts';
import type { AnyResource } from '#kernel/resource.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { licenceKinds } from '../contract/dictionary.ts';
import { enterprise } from '../contract/enterprise.ts';
import { licence } from '../contract/licence.ts';
import {
  businessEnded,
  businessEnding,
  businessesEnded,
  businessesEnding,
  licenceExpired,
  licenceExpiring,
  licencesEnded,
  licencesEnding,
} from '../contract/messages.ts';

/** A paper of which something is to be told. */
export interface Ending {
  readonly [column: string]: unknown;
  readonly id: number;
  /** Of its enterprise. */
  readonly name: string;
  readonly mobile: string | null;
  readonly area_code: string;
  /** What its row goes by. */
  readonly title: string;
  readonly kind: keyof typeof licenceKinds;
  /** Its last day. */
  readonly date: string;
  /** Days before its end that have been reached: 30, 7 or 1; -1: it has ended. */
  readonly days: number;
}

type Words<P extends string> = { readonly [name in P]: string };

/** A paper with a last day of which its enterprise and the bureau are told (domain reference Appendix E). */
export interface EndingPaper<P extends string = string> {
  readonly resource: AnyResource;
  /** The field with its last day. */
  readonly day: string;
  /** Which rows of alias `t` it is told of. */
  readonly where: Sql;
  /** Of a row: the key of its enterprise, and what kind of paper it is. */
  readonly enterprise: Sql;
  readonly kind: Sql;
  /** Notes of what was told: the table, its reference to the row, and the statement that adds to it. */
  readonly told: { readonly table: string; readonly row: string; readonly note: Sql };
  /** To those who act for the enterprise, before its end and after. */
  readonly templates: { readonly soon: MessageTemplate<P>; readonly ended: MessageTemplate<P> };
  values(ending: Ending): { readonly values: Words<P>; readonly english?: Partial<Words<P>> };
  /** To the officers who may make this move, and where those they are told of are listed. */
  readonly office: {
    readonly move: string;
    readonly templates: { readonly soon: MessageTemplate<'n' | 'date'>; readonly ended: MessageTemplate<'n'> };
    readonly among: { readonly soon: readonly Condition[]; readonly ended: readonly Condition[] };
  };
}

const licencePaper: EndingPaper<'name' | 'kind' | 'license_no' | 'date'> = {
  resource: licence,
  day: 'expire_date',
  where: sql`t.validity in ('expiring', 'expired')`,
  enterprise: sql`t.enterprise_id`,
  kind: sql`t.kind`,
  told: {
    table: 'enterprise_licence_told',
    row: 'licence_id',
    note: sql`insert into enterprise_licence_told (licence_id, expire_date, days)`,
  },
  templates: { soon: licenceExpiring, ended: licenceExpired },
  values({ name, kind, title, date }) {
    const paper = licenceKinds[kind] ?? licenceKinds.other;
    return { values: { name, kind: paper['zh-cn'], license_no: title, date }, english: { kind: paper.en } };
  },
  office: {
    move: 'confirmRenewal',
    templates: { soon: licencesEnding, ended: licencesEnded },
    among: {
      soon: [{ field: 'validity', operator: '=', value: 'expiring' }],
      ended: [{ field: 'validity', operator: '=', value: 'expired' }],
    },
  },
};

const trading = ['active', 'change_pending', 'suspended'];
const whileTrading: readonly Condition[] = [{ field: 'status', operator: 'IN', value: trading.join(',') }];

/** The business licence stands with the enterprise; where it was handed in among the licences as well, that is told of. */
const businessPaper: EndingPaper<'name' | 'date'> = {
  resource: enterprise,
  day: 'license_expire',
  where: sql`t.status = any(${trading}::text[]) and not exists (select from enterprise_licence l
    where l.enterprise_id = t.id and l.kind = 'business' and l.validity in ('expiring', 'expired') and l.expire_date = t.license_expire)`,
  enterprise: sql`t.id`,
  kind: sql`'business'`,
  told: {
    table: 'enterprise_told',
    row: 'enterprise_id',
    note: sql`insert into enterprise_told (enterprise_id, expire_date, days)`,
  },
  templates: { soon: businessEnding, ended: businessEnded },
  values: ({ name, date }) => ({ values: { name, date } }),
  office: {
    move: 'firstPass',
    templates: { soon: businessesEnding, ended: businessesEnded },
    among: { soon: whileTrading, ended: whileTrading },
  },
};

export const endingPapers: readonly EndingPaper[] = [licencePaper, businessPaper];
