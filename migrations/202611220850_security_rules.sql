-- Which resources are watched: whose deleted rows are listed under a rule, and of which fields every change is kept.
create table security_data_recycle (
  id bigint generated always as identity primary key,
  name text not null,
  controller text not null,
  controller_as text not null,
  data_table text not null,
  primary_key text not null default 'id',
  status boolean not null default false,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index security_data_recycle_controller_as on security_data_recycle (controller_as);

create table security_sensitive_data (
  id bigint generated always as identity primary key,
  name text not null,
  controller text not null,
  controller_as text not null,
  data_table text not null,
  primary_key text not null default 'id',
  -- `auth/admin.mobile`
  columns text[] not null,
  status boolean not null default false,
  search_text text generated always as (lower(name || chr(31) || controller)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index security_sensitive_data_controller_as on security_sensitive_data (controller_as);

create trigger tell_processes after insert or update or delete or truncate on security_data_recycle for each statement execute function tell_processes();
create trigger tell_processes after insert or update or delete or truncate on security_sensitive_data for each statement execute function tell_processes();

alter table security_data_recycle_log
  add column recycle_id bigint references security_data_recycle on delete set null,
  add column admin_id bigint references auth_admin on delete set null,
  add column ip text,
  add column useragent text;
update security_data_recycle_log set admin_id = actor_id
  where actor_type = 'admin' and exists (select from auth_admin a where a.id = actor_id);
create index security_data_recycle_log_rule on security_data_recycle_log (recycle_id);
create index security_data_recycle_log_admin on security_data_recycle_log (admin_id);
create index security_data_recycle_log_age on security_data_recycle_log (createtime);

-- One change of one watched field. `before` and `after` are what may be shown of it, masked when it was written; `kept`
-- holds it as the column did, to be compared and put back.
create table security_sensitive_data_log (
  id bigint generated always as identity primary key,
  sensitive_id bigint references security_sensitive_data on delete set null,
  admin_id bigint references auth_admin on delete set null,
  resource text not null,
  row_id bigint not null,
  title text not null default '',
  subject jsonb generated always as (subject_of(resource, row_id, title)) stored,
  data_field text not null,
  before text,
  after text,
  kept jsonb not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  ip text,
  useragent text,
  is_rollback boolean not null default false,
  area_code text,
  scope text not null default 'area',
  department_id bigint,
  owner_id bigint,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index security_sensitive_data_log_row on security_sensitive_data_log (resource, row_id);
create index security_sensitive_data_log_rule on security_sensitive_data_log (sensitive_id);
create index security_sensitive_data_log_admin on security_sensitive_data_log (admin_id);
create index security_sensitive_data_log_area on security_sensitive_data_log (area_code, id desc);
create index security_sensitive_data_log_search on security_sensitive_data_log using gin (bigrams(search_text)) with (fastupdate = off);

-- Looking at personal data is listed like any log.
alter table reveal_log
  add column version integer not null default 1,
  add column updatetime timestamptz not null default now(),
  add column subject jsonb generated always as (subject_of(resource, nullif(row_id, 0), '#' || row_id)) stored,
  add column search_text text generated always as (lower(username || chr(31) || reason)) stored;

insert into security_data_recycle (name, controller, controller_as, data_table, status) values
  ('管理员', 'auth/admin', 'auth/admin', 'auth_admin', true),
  ('菜单规则', 'auth/menu', 'auth/menu', 'auth_menu', true),
  ('会员', 'user/user', 'user/user', 'member', true),
  ('数据回收规则', 'security/dataRecycle', 'security/datarecycle', 'security_data_recycle', true);
insert into security_sensitive_data (name, controller, controller_as, data_table, columns, status) values
  ('管理员', 'auth/admin', 'auth/admin', 'auth_admin', '{auth/admin.username,auth/admin.mobile,auth/admin.password,auth/admin.status}', true),
  ('会员', 'user/user', 'user/user', 'member', '{user/user.username,user/user.mobile,user/user.password,user/user.status,user/user.email}', true),
  ('管理组', 'auth/group', 'auth/group', 'auth_group', '{auth/group.rules}', true);
