-- What is checked by an inspection plan: published check items in force.
create table enforcement_plan_item (
  id bigint generated always as identity primary key,
  plan_id bigint not null references enforcement_plan,
  item_id bigint not null references library_check_item,
  remark text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index enforcement_plan_item_plan on enforcement_plan_item (plan_id, weigh);
create unique index enforcement_plan_item_item_id_plan_id on enforcement_plan_item (item_id, plan_id);
