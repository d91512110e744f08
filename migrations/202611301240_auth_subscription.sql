-- Views that officers follow: what auth_view_watch had, and files sent at set times.
create table auth_subscription (
  id bigint generated always as identity primary key,
  name text not null,
  list text not null,
  address text not null default '',
  view_id bigint,
  own_view text,
  kind text not null default 'entering',
  every text,
  weekday text,
  month_day text,
  hour text,
  format text,
  by_mail boolean not null default false,
  language text not null default 'zh-cn',
  next_at timestamptz,
  last_at timestamptz,
  admin_id bigint references auth_admin on delete cascade,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index auth_subscription_owner on auth_subscription (admin_id, id desc);
create index auth_subscription_due on auth_subscription (next_at) where kind = 'regular';
create index auth_subscription_search on auth_subscription using gin (bigrams(search_text)) with (fastupdate = off);

-- The rows that were in a view when it was last looked at, and the address it had then. `mailed_at`: of the last
-- e-mail about them.
create table auth_subscription_seen (
  subscription_id bigint not null references auth_subscription on delete cascade,
  row_id bigint not null,
  primary key (subscription_id, row_id)
);
create table auth_subscription_baseline (
  subscription_id bigint primary key references auth_subscription on delete cascade,
  address text not null,
  mailed_at timestamptz
);

-- Whoever followed a view goes on following it, under the same key, which messages name: what was in it when it was last
-- looked at counts as seen, and nothing that came since is lost. New keys begin after all that were ever used, so that an
-- unread message about a view nobody follows any more silences no subscription.
insert into auth_subscription (id, name, list, address, admin_id, createtime) overriding system value
  select id, name, list, address, admin_id, createtime from auth_view_watch order by id;
select setval(pg_get_serial_sequence('auth_subscription', 'id'), nextval(pg_get_serial_sequence('auth_view_watch', 'id')), false);
insert into auth_subscription_baseline (subscription_id, address) select id, address from auth_view_watch;
insert into auth_subscription_seen (subscription_id, row_id) select watch_id, row_id from auth_view_seen;

drop table auth_view_seen;
drop table auth_view_watch;

-- The files that were sent.
create table auth_sent_view (
  id bigint generated always as identity primary key,
  subscription_id bigint references auth_subscription,
  admin_id bigint references auth_admin on delete cascade,
  title text not null,
  outcome text not null,
  file text,
  rows integer,
  problem text,
  job_id bigint not null,
  search_text text generated always as (lower(title)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  unique (job_id)
);
create index auth_sent_view_subscription on auth_sent_view (subscription_id, id desc);
create index auth_sent_view_owner on auth_sent_view (admin_id, id desc);
create index auth_sent_view_createtime on auth_sent_view (createtime);
create index auth_sent_view_search on auth_sent_view using gin (bigrams(search_text)) with (fastupdate = off);

-- The private file that goes with an e-mail.
alter table message_email add column attachment text;
