-- Verifiable draws of experts. The list and the seeds are kept apart from those of inspections; nothing refers to the experts
-- themselves, because a record stays what it was when they are changed or deleted.
create table enforcement_expert_draw (
  id bigint generated always as identity primary key,
  no text,
  matter text not null,
  expert_field text not null,
  count integer not null,
  enterprise_id bigint references enterprise,
  area_code text not null,
  draw_at timestamptz not null,
  beacon_source text,
  object_count integer,
  object_root text,
  server_seed_hash text,
  frozen_at timestamptz,
  committed_at timestamptz,
  beacon text,
  drawn_at timestamptz,
  drawn_by bigint references auth_admin,
  result_hash text,
  published_at timestamptz,
  voided_at timestamptz,
  void_reason text,
  approval jsonb,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(matter || chr(31) || coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index enforcement_expert_draw_no on enforcement_expert_draw (compact_identifier(no));
create unique index enforcement_expert_draw_open on enforcement_expert_draw (area_code, expert_field, enterprise_id)
  nulls not distinct where status in ('committed', 'drawn');
create index enforcement_expert_draw_area on enforcement_expert_draw (area_code, status, id desc);
create index enforcement_expert_draw_status on enforcement_expert_draw (status, id desc);
create index enforcement_expert_draw_enterprise on enforcement_expert_draw (enterprise_id);
create index enforcement_expert_draw_drawn_by on enforcement_expert_draw (drawn_by);
select create_search_table('enforcement_expert_draw');

create table enforcement_expert_draw_witness (
  id bigint generated always as identity primary key,
  draw_id bigint not null references enforcement_expert_draw,
  name text not null,
  entered_at timestamptz,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_expert_draw_witness_draw on enforcement_expert_draw_witness (draw_id, weigh);

-- The frozen list; `position` is the place in the order of drawing of those who were drawn.
create table enforcement_expert_draw_object (
  draw_id bigint not null references enforcement_expert_draw on delete cascade,
  expert_id bigint not null,
  area text not null,
  domain text not null,
  position integer,
  primary key (draw_id, expert_id),
  unique (draw_id, position)
);

create table enforcement_expert_draw_seed (
  draw_id bigint not null references enforcement_expert_draw on delete cascade,
  witness_id bigint references enforcement_expert_draw_witness on delete cascade,
  sealed text not null,
  opened text,
  unique nulls not distinct (draw_id, witness_id)
);
create index enforcement_expert_draw_seed_witness on enforcement_expert_draw_seed (witness_id);

-- Whoever is drawn is engaged before the fee is known.
alter table library_expert_service alter column fee drop not null;
