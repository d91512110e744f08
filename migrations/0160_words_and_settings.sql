-- Words of lists that administrators keep, and what they set. Few rows, read by every process into its memory: whoever
-- changes them, by whatever statement, tells all processes.
create sequence system_word_order;
create table system_word (
  id bigint generated always as identity primary key,
  list text not null,
  value text not null,
  label text not null,
  label_en text not null,
  tone text,
  valid_from date,
  valid_to date,
  weigh integer not null default -nextval('system_word_order')::integer,
  search_text text generated always as (lower(label || chr(31) || label_en)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index system_word_value_list on system_word (value, list);
create index system_word_list on system_word (list, weigh desc);

-- One row for each setting; without a value it is as the program has it. Secrets are sealed.
create table system_setting (
  id bigint generated always as identity primary key,
  name text not null unique,
  value text,
  secret jsonb,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);

create function tell_processes() returns trigger language plpgsql as $$
begin
  perform pg_notify('kept', tg_table_name);
  return null;
end $$;
create trigger tell_processes after insert or update or delete or truncate on system_word for each statement execute function tell_processes();
create trigger tell_processes after insert or update or delete or truncate on system_setting for each statement execute function tell_processes();
create trigger tell_processes after insert or update or delete or truncate on system_area for each statement execute function tell_processes();
create trigger tell_processes after insert or update or delete or truncate on system_calendar for each statement execute function tell_processes();
create trigger tell_processes after insert or update or delete or truncate on system_time_rule for each statement execute function tell_processes();
