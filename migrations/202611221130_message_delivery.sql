-- Messages on their way. What is filled in stands sealed in `letter` until it is told or void; `send_at` says when a
-- message goes next, or, while one is being sent, when whoever took it is believed to be gone.
alter table message_code rename column mobile to address;

alter table message_sms
  add column locale text not null default 'zh-cn',
  add column letter text,
  add column priority smallint not null default 4,
  add column send_at timestamptz not null default now(),
  add column void_at timestamptz,
  add column sent_at timestamptz,
  add column provider text,
  add column provider_id text,
  add column parts integer,
  add column fault text,
  add column error text,
  add column once text;
create unique index message_sms_once on message_sms (once) where once is not null;
drop index message_sms_queue;
create index message_sms_queue on message_sms (send_at) where status in ('queued', 'sending');

create table message_email (
  id bigint generated always as identity primary key,
  email text not null,
  template_code text not null,
  content text not null,
  status text not null default 'queued',
  area_code text,
  resource text,
  row_id bigint,
  row_title text,
  subject jsonb generated always as (
    case when row_id is not null then subject_of(resource, row_id, row_title) end) stored,
  attempts integer not null default 0,
  locale text not null default 'zh-cn',
  letter text,
  priority smallint not null default 4,
  send_at timestamptz not null default now(),
  void_at timestamptz,
  sent_at timestamptz,
  provider text,
  provider_id text,
  fault text,
  error text,
  once text,
  search_text text generated always as (lower(content)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index message_email_once on message_email (once) where once is not null;
create index message_email_queue on message_email (send_at) where status in ('queued', 'sending');
create index message_email_search on message_email using gin (bigrams(search_text));
create index message_email_area on message_email (area_code, id desc);

-- Whoever puts a message with a letter into a queue has it sent: by a task of its own, which becomes true with it.
create function queue_delivery() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('deliver_message', json_build_object('queue', tg_table_name, 'id', n.id),
    job_key => tg_table_name || ':' || n.id, run_at => n.send_at, priority => n.priority)
  from added n where n.letter is not null;
  return null;
end $$;
create trigger queue_delivery after insert on message_sms referencing new table as added
  for each statement execute function queue_delivery();
create trigger queue_delivery after insert on message_email referencing new table as added
  for each statement execute function queue_delivery();
