-- Orders to correct problems, the problems they name, and the pictures by which enterprises show that they corrected them.
create table reform_order (
  id bigint generated always as identity primary key,
  no text,
  enterprise_id bigint not null references enterprise,
  -- the enterprise, once the order is issued
  recipient_id bigint references enterprise,
  source text not null,
  source_no text,
  check_id bigint references enforcement_check,
  officers bigint[] not null,
  kind text not null,
  term_days integer,
  notice_no text,
  issued_on date,
  issued_at timestamptz,
  officer_names text,
  service text,
  read_at timestamptz,
  received_by text,
  due_on date,
  late boolean not null default false,
  second boolean not null default false,
  extension text,
  extension_days integer,
  extension_reason text,
  submitted_at timestamptz,
  rounds integer not null default 0,
  reviewed_by bigint references auth_admin,
  reviewed_at timestamptz,
  closed_on date,
  days_used integer,
  area_code text not null references system_area (code),
  status text not null default 'draft',
  due_at timestamptz,
  due_unit text,
  search_text text generated always as (lower(coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), '') || chr(31)
    || coalesce(source_no, '') || chr(31) || coalesce(compact_identifier(source_no), '') || chr(31)
    || coalesce(notice_no, '') || chr(31) || coalesce(compact_identifier(notice_no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  check (recipient_id is null or recipient_id = enterprise_id),
  check (status in ('draft', 'cancelled') or due_on is not null)
);
create unique index reform_order_no on reform_order (compact_identifier(no));
create index reform_order_source_no on reform_order (compact_identifier(source_no));
create index reform_order_notice_no on reform_order (compact_identifier(notice_no));
create index reform_order_area on reform_order (area_code text_pattern_ops, id desc);
create index reform_order_status on reform_order (status, id desc);
create index reform_order_enterprise on reform_order (enterprise_id, status);
-- a check leads to one order at most
create unique index reform_order_check on reform_order (check_id) where check_id is not null;
create index reform_order_recipient on reform_order (recipient_id);
create index reform_order_reviewed_by on reform_order (reviewed_by);
select add_key_list('reform_order', 'officers', 'library_officer');
select create_search_table('reform_order');

create table reform_problem (
  id bigint generated always as identity primary key,
  order_id bigint not null references reform_order,
  item_id bigint references library_check_item,
  problem text not null,
  law text not null,
  requirement text not null,
  severity text not null,
  before text[] not null default '{}',
  answered boolean not null default false,
  repeated boolean not null default false,
  repeats integer not null default 0,
  search_text text generated always as (lower(problem)) stored,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index reform_problem_order on reform_problem (order_id, weigh);
create index reform_problem_item on reform_problem (item_id);
create index reform_problem_search on reform_problem using gin (bigrams(search_text)) with (fastupdate = off);

create table reform_evidence (
  id bigint generated always as identity primary key,
  order_id bigint not null references reform_order,
  problem_id bigint not null references reform_problem,
  photos text[] not null,
  note text,
  captured_at timestamptz,
  doubt text,
  round integer not null default 1,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index reform_evidence_order on reform_evidence (order_id, id);
create index reform_evidence_problem on reform_evidence (problem_id);

insert into system_time_rule (code, name, name_en, unit, amount, article, article_en, valid_from) values
  ('reform_review', '整改复核', 'Review of corrections', 'workingDay', 10, '整改复核时限（可按本地规定修改）',
   'Time to review corrections (may be set by local rules)', '2004-01-01');

-- A further call used to replace the resources of the calls before it.
create or replace function add_one_of_reference(refers text, field text, variadic named text[]) returns void language plpgsql as $$
declare
  one text;
  known text[] := (
    -- arguments of a trigger are stored one after the other, each followed by a zero byte; the first is the field
    select array_remove((regexp_split_to_array(encode(tgargs, 'escape'), '\\000'))[2:], '') from pg_trigger
    where tgrelid = refers::regclass and tgname = refers || '_' || field || '_named');
begin
  execute format('create or replace trigger %I after insert or update of %I on %I for each row execute function check_named_row(%L, %s)',
    refers || '_' || field || '_named', field, refers, field,
    (select string_agg(quote_literal(n), ', ') from (select distinct n from unnest(known || named) n order by n) all_named));
  foreach one in array named loop
    execute format('create or replace trigger %I after delete on %I for each row execute function restrict_named_row(%L, %L, %L)',
      refers || '_' || field || '_restrict', table_of(one), refers, field, one);
  end loop;
  execute format('create index if not exists %I on %I (%I)', refers || '_' || field || '_named', refers, field);
end $$;
select add_one_of_reference('document', 'about', 'reform/order');
