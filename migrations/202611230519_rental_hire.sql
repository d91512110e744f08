create table rental_demand (
  id bigint generated always as identity primary key,
  agency_id bigint not null references enterprise,
  route text not null,
  team_no text,
  from_at timestamptz not null,
  to_at timestamptz not null,
  people integer not null,
  budget bigint,
  remark text,
  asked bigint[] not null default '{}',
  status text not null default 'requested',
  due_at timestamptz,
  search_text text generated always as (lower(route || chr(31) || coalesce(team_no, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index rental_demand_agency on rental_demand (agency_id, id desc);
create index rental_demand_status on rental_demand (status, id desc);
select keep_search_beside('rental_demand');
select keep_list('rental_demand', 'asked', 'enterprise');

create table rental_order (
  id bigint generated always as identity primary key,
  coach_id bigint not null references enterprise,
  demand_id bigint not null references rental_demand,
  agency text not null,
  route text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  people integer not null,
  remark text,
  vehicle_id bigint references crew_vehicle,
  driver_id bigint references crew_driver,
  registered_on date,
  price bigint,
  contract text,
  status text not null default 'requested',
  due_at timestamptz,
  search_text text generated always as (lower(agency || chr(31) || route)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index rental_order_demand on rental_order (demand_id, id desc);
create index rental_order_coach on rental_order (coach_id, id desc);
create index rental_order_status on rental_order (status, id desc);
create index rental_order_vehicle on rental_order (vehicle_id, id desc) where vehicle_id is not null;
create index rental_order_driver on rental_order (driver_id, id desc) where driver_id is not null;
select keep_search_beside('rental_order');

create table rental_quote (
  id bigint generated always as identity primary key,
  demand_id bigint not null references rental_demand,
  order_id bigint not null references rental_order,
  firm text not null,
  plate text not null,
  seats integer not null,
  price bigint not null,
  words text,
  status text not null default 'offered',
  due_at timestamptz,
  search_text text generated always as (lower(firm)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index rental_quote_demand on rental_quote (demand_id, id desc);
create index rental_quote_order on rental_quote (order_id);
create index rental_quote_status on rental_quote (status, id desc);
-- One quote of a demand is accepted, whoever accepts at the same moment.
create unique index rental_quote_accepted on rental_quote (demand_id) where status = 'accepted';
select keep_search_beside('rental_quote');
