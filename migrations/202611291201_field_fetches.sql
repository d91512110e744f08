-- Each download of a task pack. An answer of the platform may be lost on the way, or arrive after a step was recorded on the
-- pack before: operations name the download that they rest on, and are judged by that one.
create table field_fetch (
  id bigint generated always as identity primary key,
  copy_id bigint not null references field_copy on delete cascade,
  fetched_at timestamptz not null default now(),
  -- version of the check in the pack
  fetched_version integer not null,
  -- version and state of the check after the last operation of this phone: others mean that somebody else changed it
  check_version integer not null,
  check_status text not null
);
create index field_fetch_copy on field_fetch (copy_id, id desc);

insert into field_fetch (copy_id, fetched_at, fetched_version, check_version, check_status)
  select id, fetched_at, fetched_version, check_version, check_status from field_copy;

alter table field_copy drop column fetched_version, drop column check_version, drop column check_status;

-- What a phone needs besides the PIN, encrypted with the key of the installation. The phone has it as a key that scripts cannot read; the office gets it to open a
-- file that the phone exported. Null for phones that were set up before.
alter table field_device_key add column part jsonb;
