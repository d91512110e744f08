-- Officers' phones with the field kit, the copies of checks on them, and what they sent.
create table field_device (
  id bigint generated always as identity primary key,
  name text not null,
  admin_id bigint not null references auth_admin,
  area_code text references system_area (code),
  seen_at timestamptz,
  unsent integer not null default 0,
  revoked_at timestamptz,
  wiped_at timestamptz,
  status text not null default 'active',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index field_device_admin on field_device (admin_id);
create index field_device_area on field_device (area_code text_pattern_ops, id desc);
create index field_device_status on field_device (status, id desc);
select create_search_table('field_device');

create table field_device_key (
  device_id bigint primary key references field_device on delete cascade,
  -- by which the phone names itself; it is no secret
  device_key text not null unique,
  -- hash of the secret by which a phone asks whether it was revoked, also without a session
  secret_hash text not null
);

create table field_copy (
  id bigint generated always as identity primary key,
  device_id bigint not null references field_device,
  check_id bigint not null references enforcement_check,
  object_name text,
  fetched_at timestamptz not null default now(),
  ends_at timestamptz not null,
  -- last operation of the phone on the check
  last_seq integer not null default 0,
  -- version of the check when the phone fetched it, by which its operations name their copy
  fetched_version integer not null,
  -- version and state of the check after that operation: others mean that somebody else changed it
  check_version integer not null,
  check_status text not null,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  unique (device_id, check_id)
);
create index field_copy_check on field_copy (check_id);

create table field_operation (
  id bigint generated always as identity primary key,
  op_id text not null unique,
  check_id bigint not null references enforcement_check,
  device_id bigint not null references field_device,
  admin_id bigint not null references auth_admin,
  seq integer not null,
  kind text not null,
  format integer not null,
  outcome text not null,
  reason text,
  message text,
  message_en text,
  summary text,
  flags text[],
  made_at timestamptz not null,
  monotonic bigint not null,
  run text not null,
  skew integer not null,
  place point,
  place_found jsonb,
  pictures text[],
  -- as the phone sent it, signatures included
  content jsonb not null,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index field_operation_check on field_operation (check_id, id desc);
create index field_operation_device on field_operation (device_id, check_id, seq);
create index field_operation_admin on field_operation (admin_id);
