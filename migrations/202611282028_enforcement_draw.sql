-- Verifiable draws: the frozen lists, the sealed seeds, and the result. Nothing here refers to the enterprises and officers
-- themselves, because a record stays what it was when they are changed or deleted.
create table enforcement_draw (
  id bigint generated always as identity primary key,
  no text,
  name text not null,
  plan_id bigint not null references enforcement_plan,
  redraw_of bigint references enforcement_draw,
  count integer not null,
  pairing text not null,
  draw_at timestamptz not null,
  beacon_source text,
  object_count integer,
  officer_count integer,
  object_root text,
  officer_root text,
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
  search_text text generated always as (lower(name || chr(31) || coalesce(no, '') || chr(31) || coalesce(compact_identifier(no), ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index enforcement_draw_no on enforcement_draw (compact_identifier(no));
create index enforcement_draw_plan on enforcement_draw (plan_id, status);
create index enforcement_draw_status on enforcement_draw (status, id desc);
create index enforcement_draw_redraw_of on enforcement_draw (redraw_of);
create index enforcement_draw_drawn_by on enforcement_draw (drawn_by);
select create_search_table('enforcement_draw');

create table enforcement_draw_witness (
  id bigint generated always as identity primary key,
  draw_id bigint not null references enforcement_draw,
  name text not null,
  entered_at timestamptz,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_draw_witness_draw on enforcement_draw_witness (draw_id, weigh);

create table enforcement_draw_object (
  draw_id bigint not null references enforcement_draw on delete cascade,
  enterprise_id bigint not null,
  risk text not null check (risk in ('A', 'B', 'C', 'D')),
  area text not null,
  domain text not null,
  primary key (draw_id, enterprise_id)
);

create table enforcement_draw_officer (
  draw_id bigint not null references enforcement_draw on delete cascade,
  officer_id bigint not null,
  area text not null,
  domains text[] not null,
  recused bigint[] not null,
  capacity integer not null,
  primary key (draw_id, officer_id)
);

create table enforcement_draw_result (
  draw_id bigint not null references enforcement_draw on delete cascade,
  position integer not null,
  enterprise_id bigint not null,
  officers bigint[] not null,
  primary key (draw_id, position)
);

-- Encrypted with the key of the platform: the platform's own seed (no witness), and those of the witnesses. Nobody reads
-- them before the draw, which stores what they were with its result.
create table enforcement_draw_seed (
  draw_id bigint not null references enforcement_draw on delete cascade,
  witness_id bigint references enforcement_draw_witness on delete cascade,
  sealed text not null,
  opened text,
  unique nulls not distinct (draw_id, witness_id)
);
create index enforcement_draw_seed_witness on enforcement_draw_seed (witness_id);
