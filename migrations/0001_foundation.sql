-- What every declared resource stands on: search words, history, events, logs, recycling.
-- Partitioned tables number their rows by sequence: identity columns of theirs need PostgreSQL 17, and 15 must do.

-- Two-character words of a text, for the index behind quick search. Chinese words are mostly two characters long,
-- which trigrams cannot find. Single spaces and separators never start or end a word pair.
create function bigrams(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(value, place, 2)), '{}')
    from generate_series(1, char_length(value) - 1) as place
  );

-- One row a write: who did what to which row, and what it changed. Append-only, partitioned by month from the first day.
create table history (
  id bigserial,
  resource text not null,
  row_id bigint not null,
  action text not null,
  move text,
  from_status text,
  to_status text,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  area_code text,
  note text,
  changes jsonb not null default '{}',
  request_id text,
  createtime timestamptz not null default now()
) partition by range (createtime);
create index history_row on history (resource, row_id, id desc);

-- Fields that differ between two wire forms of a row: {field: [before, after]}. Bookkeeping columns are left out.
create function row_changes(before jsonb, after jsonb) returns jsonb
  language sql immutable parallel safe
  return (
    select coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, value)), '{}')
    from jsonb_each(after)
    where before -> key is distinct from value and key not in ('version', 'updatetime', 'createtime', 'id')
  );

-- The outbox: facts written in the transaction that made them true. `tx` lets readers wait for slower transactions
-- with smaller ids, so that no event is ever skipped.
create table event (
  id bigserial,
  tx xid8 not null default pg_current_xact_id(),
  name text not null,
  resource text not null,
  row_id bigint not null,
  area_code text,
  payload jsonb not null default '{}',
  createtime timestamptz not null default now()
) partition by range (createtime);
create index event_order on event (tx, id);

-- Every write request of the back office, with secrets masked.
create table auth_admin_log (
  id bigserial,
  admin_id bigint not null,
  username text not null,
  title text not null,
  url text not null,
  data text,
  ip text,
  useragent text,
  area_code text,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
) partition by range (createtime);
create index auth_admin_log_id on auth_admin_log (id desc);
create index auth_admin_log_admin on auth_admin_log (admin_id, id desc);

-- Looking at unmasked personal data is itself recorded, with the reason given.
create table reveal_log (
  id bigserial,
  admin_id bigint not null,
  username text not null,
  resource text not null,
  row_id bigint not null,
  fields text[] not null,
  reason text not null,
  ip text,
  createtime timestamptz not null default now()
) partition by range (createtime);

-- Monthly partitions of the time-series tables from last month to `months` ahead; run at start and daily.
create procedure create_partitions(months integer)
  language plpgsql
  as $$
declare
  series text;
  month date;
begin
  foreach series in array array['history', 'event', 'auth_admin_log', 'reveal_log'] loop
    for step in -1 .. months loop
      month := date_trunc('month', now() at time zone 'UTC') + make_interval(months => step);
      execute format('create table if not exists %I partition of %I for values from (%L) to (%L)',
        series || '_' || to_char(month, 'YYYYMM'), series, month::timestamp at time zone 'UTC', (month + interval '1 month')::timestamp at time zone 'UTC');
    end loop;
    execute format('create table if not exists %I partition of %I default', series || '_rest', series);
  end loop;
end
$$;
call create_partitions(3);

-- Deleted rows, whole, so that they can be put back.
create table security_data_recycle_log (
  id bigint generated always as identity primary key,
  resource text not null,
  row_id bigint not null,
  title text not null,
  data jsonb not null,
  actor_type text not null,
  actor_id bigint,
  actor_name text not null,
  area_code text,
  is_restore boolean not null default false,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index security_data_recycle_log_row on security_data_recycle_log (resource, row_id);

-- Answers already given to repeated requests that carry the same idempotency key.
create table idempotency (
  key text primary key,
  answer jsonb not null,
  createtime timestamptz not null default now()
);

-- Settings of the site. Secrets are write-only.
create table setting (
  name text primary key,
  value jsonb not null,
  updatetime timestamptz not null default now()
);

-- What a person chose for themselves: columns, views, layout.
create table preference (
  owner_type text not null,
  owner_id bigint not null,
  key text not null,
  value jsonb not null,
  updatetime timestamptz not null default now(),
  primary key (owner_type, owner_id, key)
);
