-- Template messages in WeChat: the third channel of inbox messages, beside text messages and mail. `recipient` is a person of the
-- platform, as followers are bound and unbound while a message waits.
create table message_wechat (
  id bigint generated always as identity primary key,
  recipient text not null,
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
  again boolean generated always as (status = 'failed' and letter is not null) stored,
  priority smallint not null default 4,
  send_at timestamptz not null default now(),
  void_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  provider text,
  provider_id text,
  fault text,
  error text,
  once text,
  tx xid8 default pg_current_xact_id(),
  search_text text generated always as (lower(content)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index message_wechat_once on message_wechat (once) where once is not null;
create index message_wechat_queue on message_wechat (send_at) where status in ('queued', 'sending');
create index message_wechat_provider on message_wechat (provider_id) where provider_id is not null;
create index message_wechat_search on message_wechat using gin (bigrams(search_text));
create index message_wechat_area on message_wechat (area_code, id desc);
create index message_wechat_row on message_wechat (resource, row_id) where row_id is not null;
create trigger queue_delivery after insert on message_wechat referencing new table as added
  for each statement execute function queue_delivery();

alter table message_channel add column wechat text[] not null default '{}';
