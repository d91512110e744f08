-- Other systems that call the platform with a signature, and their requests (domain reference §2.T). Their secrets are in
-- push_source and push_secret, as those of all systems that sign.
create table api_application (
  id bigint generated always as identity primary key,
  name text not null,
  owner_org text not null,
  contact text not null,
  contact_mobile text,
  purpose text not null,
  scopes text[] not null,
  area_code text not null references system_area (code),
  mask_level text not null default 'partial',
  sandbox boolean not null default false,
  algorithm text not null default 'sm3',
  ip_allow text,
  rpm integer not null default 600,
  burst integer not null default 60,
  quota integer not null default 100000,
  expire_on date not null,
  agreement text,
  document_no text,
  approved_by bigint references auth_admin,
  approved_at timestamptz,
  status text not null default 'applied',
  due_at timestamptz,
  search_text text generated always as (lower(name || chr(31) || owner_org)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create unique index api_application_name on api_application (name);
create index api_application_area on api_application (area_code, id desc);
select create_search_table('api_application');

create table api_request (
  id bigint generated always as identity primary key,
  application_id bigint not null references api_application,
  method text not null,
  path text not null,
  http_status integer not null,
  outcome text not null,
  took integer not null,
  rows integer not null,
  request_id text not null,
  body_hash text,
  ip text not null,
  search_text text generated always as (lower(path)) stored,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index api_request_application on api_request (application_id, id desc);
create index api_request_createtime on api_request (createtime);
create index api_request_search on api_request using gin (bigrams(search_text)) with (fastupdate = off);

-- Numbers used once of signatures, and the requests an application may still make. Both are written by every call and mean
-- nothing after some minutes, so that they do not wait for the disk; a crash of the database empties them.
create unlogged table api_nonce (
  application_id bigint not null,
  nonce text not null,
  createtime timestamptz not null default now(),
  primary key (application_id, nonce)
);
create index api_nonce_createtime on api_nonce (createtime);

create unlogged table api_usage (
  application_id bigint primary key,
  tokens double precision not null,
  filled_at timestamptz not null,
  day date not null,
  calls integer not null
) with (fillfactor = 50);
