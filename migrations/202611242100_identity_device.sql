-- Browsers an account was signed in from, each known by what it calls itself, or by its kind and address. Whoever signs in from
-- another one is told, once an hour at most: `device_told` says when that was last.
create table auth_device (
  admin_id bigint references auth_admin on delete cascade,
  member_id bigint references member on delete cascade,
  hash text not null,
  last_seen timestamptz not null default now(),
  constraint auth_device_owner check (num_nonnulls(admin_id, member_id) = 1)
);
create unique index auth_device_admin on auth_device (admin_id, hash);
create unique index auth_device_member on auth_device (member_id, hash);
create index auth_device_seen on auth_device (last_seen);

alter table auth_admin add column device_told timestamptz;
alter table member add column device_told timestamptz;
