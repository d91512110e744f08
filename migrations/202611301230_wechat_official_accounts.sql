-- WeChat official accounts: menus in versions, automatic replies, followers and what they write (domain reference §2.S).
-- Secrets are stored encrypted.
create table wechat_account (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null default 'service',
  area_code text not null references system_area (code),
  app_id text not null,
  original_id text,
  secret text,
  token text,
  mode text not null default 'aes',
  aes_key text,
  api_address text,
  connected boolean not null default false,
  hosts text,
  callback_at timestamptz,
  errcode integer,
  errmsg text,
  search_text text generated always as (lower(name || chr(31) || app_id)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index wechat_account_app_id on wechat_account (app_id);
create index wechat_account_area on wechat_account (area_code, id desc);
create index wechat_account_search on wechat_account using gin (bigrams(search_text)) with (fastupdate = off);

create table wechat_menu (
  id bigint generated always as identity primary key,
  account_id bigint not null references wechat_account,
  name text not null,
  revision integer,
  published_at timestamptz,
  published_by bigint references auth_admin,
  errcode integer,
  errmsg text,
  status text not null default 'draft',
  due_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index wechat_menu_account on wechat_menu (account_id, status, id desc);
-- whatever happens at once, an account has one menu
create unique index wechat_menu_published on wechat_menu (account_id) where status = 'published';
create unique index wechat_menu_revision on wechat_menu (account_id, revision);
select create_search_table('wechat_menu');

create table wechat_menu_button (
  id bigint generated always as identity primary key,
  menu_id bigint not null references wechat_menu,
  level text not null default 'top',
  name text not null,
  kind text,
  event_key text,
  url text,
  app_id text,
  page_path text,
  media_id text,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index wechat_menu_button_menu on wechat_menu_button (menu_id, weigh);

create table wechat_reply (
  id bigint generated always as identity primary key,
  account_id bigint not null references wechat_account,
  name text not null,
  trigger text not null default 'keyword',
  event_key text,
  priority integer not null default 100,
  starts_at timestamptz,
  ends_at timestamptz,
  enabled boolean not null default true,
  kind text not null default 'text',
  content text,
  choices text,
  media_id text,
  article_id bigint references article,
  hits integer not null default 0,
  hit_at timestamptz,
  search_text text generated always as (lower(name)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index wechat_reply_name_account_id on wechat_reply (name, account_id);
create index wechat_reply_account on wechat_reply (account_id, trigger, priority desc, id) where enabled;
create index wechat_reply_article on wechat_reply (article_id) where article_id is not null;
create index wechat_reply_search on wechat_reply using gin (bigrams(search_text)) with (fastupdate = off);

create table wechat_reply_keyword (
  id bigint generated always as identity primary key,
  reply_id bigint not null references wechat_reply,
  keyword text not null,
  match text not null default 'exact',
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index wechat_reply_keyword_reply on wechat_reply_keyword (reply_id, weigh);

create table wechat_reply_card (
  id bigint generated always as identity primary key,
  reply_id bigint not null references wechat_reply,
  title text not null,
  description text,
  picture_url text,
  url text not null,
  weigh integer not null default 0,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index wechat_reply_card_reply on wechat_reply_card (reply_id, weigh);

create table wechat_fan (
  id bigint generated always as identity primary key,
  account_id bigint not null references wechat_account,
  openid text not null,
  subscribed boolean not null default true,
  remark text,
  tags text[] not null default '{}',
  user_id bigint references member,
  admin_id bigint references auth_admin,
  scene text,
  subscribed_at timestamptz,
  unsubscribed_at timestamptz,
  messaged_at timestamptz,
  search_text text generated always as (lower(openid || chr(31) || coalesce(remark, ''))) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index wechat_fan_openid on wechat_fan (account_id, openid);
create index wechat_fan_account on wechat_fan (account_id, subscribed, id desc);
create index wechat_fan_user on wechat_fan (user_id) where user_id is not null;
create index wechat_fan_admin on wechat_fan (admin_id) where admin_id is not null;
create index wechat_fan_search on wechat_fan using gin (bigrams(search_text)) with (fastupdate = off);

-- `message_key` recognises what WeChat sends again, `reply` is what a message is answered with
create table wechat_message (
  id bigint generated always as identity primary key,
  account_id bigint not null references wechat_account,
  fan_id bigint not null references wechat_fan,
  message_key text not null,
  kind text not null,
  content text not null,
  reply_id bigint references wechat_reply on delete set null,
  reply jsonb,
  outcome text not null default 'pending',
  errcode integer,
  errmsg text,
  search_text text generated always as (lower(content)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index wechat_message_key on wechat_message (account_id, message_key);
create index wechat_message_account on wechat_message (account_id, id desc);
create index wechat_message_fan on wechat_message (fan_id, id desc);
create index wechat_message_reply on wechat_message (reply_id, id desc);
create index wechat_message_createtime on wechat_message (createtime);
create index wechat_message_search on wechat_message using gin (bigrams(search_text)) with (fastupdate = off);

-- The access token of an account, shared by all processes. Who has the lease gets a new one; the others wait for it.
create table wechat_access_token (
  account_id bigint primary key references wechat_account on delete cascade,
  token jsonb,
  expires_at timestamptz,
  leased_until timestamptz not null default now()
);

-- Signatures of callbacks, so that one is not used for another body. Means nothing after ten minutes; not worth a write to disk.
create unlogged table wechat_callback_signature (
  account_id bigint not null,
  signature text not null,
  body_hash text not null,
  createtime timestamptz not null default now(),
  primary key (account_id, signature)
);
create index wechat_callback_signature_createtime on wechat_callback_signature (createtime);

-- Codes by which a follower says which account of the platform is theirs.
create table wechat_binding_code (
  code_hash text primary key,
  admin_id bigint references auth_admin on delete cascade,
  user_id bigint references member on delete cascade,
  expires_at timestamptz not null,
  check (num_nonnulls(admin_id, user_id) = 1)
);
create unique index wechat_binding_code_admin on wechat_binding_code (admin_id) where admin_id is not null;
create unique index wechat_binding_code_user on wechat_binding_code (user_id) where user_id is not null;
