-- Addresses of applications that are notified of events, and what was sent to them (domain reference §2.T).
create table api_webhook (
  id bigint generated always as identity primary key,
  application_id bigint not null references api_application,
  name text not null,
  url text not null,
  topics text[] not null,
  open boolean not null default true,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index api_webhook_application on api_webhook (application_id, id desc);
create index api_webhook_search on api_webhook using gin (bigrams(search_text)) with (fastupdate = off);

create table api_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references api_webhook,
  event_id bigint not null,
  event text not null,
  subject_resource text not null,
  subject_id bigint not null,
  subject jsonb generated always as (subject_of(subject_resource, subject_id, '#' || subject_id)) stored,
  payload json not null,
  status text not null default 'pending',
  tries integer not null default 0,
  http_status integer,
  fault text,
  next_at timestamptz,
  delivered_at timestamptz,
  search_text text generated always as (lower(event)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index api_delivery_webhook on api_delivery (webhook_id, status, id desc);
-- the first waiting event of each row
create index api_delivery_waiting on api_delivery (webhook_id, subject_resource, subject_id, id) where status = 'pending';
create index api_delivery_createtime on api_delivery (createtime);
create index api_delivery_search on api_delivery using gin (bigrams(search_text)) with (fastupdate = off);
