-- The words of messages, one row for each the program declares. Those nobody edited follow the program.
create table message_template (
  id bigint generated always as identity primary key,
  code text not null,
  content text not null,
  content_en text not null,
  edited boolean not null default false,
  search_text text generated always as (lower(code || chr(31) || content || chr(31) || content_en)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index message_template_code on message_template (code);
create trigger tell_processes after insert or update or delete or truncate on message_template for each statement execute function tell_processes();
