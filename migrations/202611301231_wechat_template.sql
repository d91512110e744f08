-- Templates registered at WeChat, in which messages of the inbox reach bound followers.
create table wechat_template (
  id bigint generated always as identity primary key,
  account_id bigint not null references wechat_account,
  name text not null,
  template_id text not null,
  topics text[] not null,
  values jsonb not null,
  enabled boolean not null default true,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index wechat_template_template_id_account_id on wechat_template (template_id, account_id);
create index wechat_template_account on wechat_template (account_id, id desc);
create index wechat_template_search on wechat_template using gin (bigrams(search_text)) with (fastupdate = off);
