create table library_expert (
  id bigint generated always as identity primary key,
  name text not null,
  id_no jsonb,
  mobile text not null,
  unit text not null,
  title text not null,
  area_code text not null,
  fields text[] not null,
  cv text,
  valid_to date not null,
  validity text,
  status text not null default 'proposed',
  due_at timestamptz,
  search_text text generated always as (lower(name || chr(31) || unit)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index library_expert_id_no on library_expert ((id_no->>'hash'));
create index library_expert_area on library_expert (area_code, status, id desc);
create index library_expert_status on library_expert (status, id desc);
create index library_expert_valid_to on library_expert (valid_to);
select create_search_table('library_expert');

create table library_expert_conflict (
  id bigint generated always as identity primary key,
  expert_id bigint not null references library_expert,
  enterprise_id bigint references enterprise,
  person text,
  reason text not null,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_expert_conflict_expert on library_expert_conflict (expert_id, weigh);
create index library_expert_conflict_enterprise on library_expert_conflict (enterprise_id);

create table library_expert_service (
  id bigint generated always as identity primary key,
  expert_id bigint not null references library_expert,
  served_on date not null,
  matter text not null,
  fee bigint not null,
  paid_on date,
  rating integer,
  note text,
  search_text text generated always as (lower(matter)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index library_expert_service_expert on library_expert_service (expert_id, served_on desc);
create index library_expert_service_search on library_expert_service using gin (bigrams(search_text)) with (fastupdate = off);

-- The mean of the ratings of their engagements.
create function rating(t library_expert) returns numeric language sql stable as $$
  select round(avg(s.rating), 1) from library_expert_service s where s.expert_id = t.id
$$;

-- Experts who may be drawn today. `conflicts` are the enterprises on which they give no opinion.
create view library_eligible_expert as
  select t.id, t.area_code, t.fields, t.valid_to,
    coalesce((select array_agg(distinct c.enterprise_id) from library_expert_conflict c
      where c.expert_id = t.id and c.enterprise_id is not null), '{}') as conflicts
  from library_expert t
  where t.status = 'engaged' and t.valid_to >= (now() at time zone 'Asia/Shanghai')::date;
