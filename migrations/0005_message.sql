create table message_sms (
  id bigint generated always as identity primary key,
  mobile text not null,
  template_code text not null,
  content text not null,
  status text not null default 'queued',
  area_code text,
  resource text,
  row_id bigint,
  attempts integer not null default 0,
  search_text text generated always as (lower(content)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index message_sms_queue on message_sms (id) where status = 'queued';
create index message_sms_area on message_sms (area_code, id desc);

-- One-time codes sent by SMS: five wrong tries or five minutes end them.
create table message_code (
  id bigint generated always as identity primary key,
  mobile text not null,
  purpose text not null,
  code_hash text not null,
  tries integer not null default 0,
  used boolean not null default false,
  ip text,
  createtime timestamptz not null default now(),
  expiretime timestamptz not null
);
create index message_code_mobile on message_code (mobile, purpose, id desc);
