-- Keys that sign roots of the evidence chain: pairs of Ed25519 and SM2, in hexadecimal. Rows are only added; the last one
-- signs.
create table chain_key (
  id bigint generated always as identity primary key,
  number integer not null unique,
  kid text not null unique,
  ed25519 text not null,
  sm2 text not null,
  predecessor text,
  -- {ed25519, sm2}: signatures of the predecessor over this key; null if it could no longer sign
  endorsement jsonb,
  reason text,
  username text,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create trigger chain_key_unchanged before update or delete or truncate on chain_key
  for each statement execute function refuse_change();

-- Their private halves, encrypted; removed when a key is replaced.
create table chain_key_secret (
  kid text primary key references chain_key (kid),
  ed25519 jsonb not null,
  sm2 jsonb not null
);

-- Roots (docs/formats/evidence.md): the ends of all chains that grew since the root before, one row an hour.
create table chain_root (
  id bigint generated always as identity primary key,
  number bigint not null unique,
  from_at timestamptz not null,
  until_at timestamptz not null,
  heads integer not null,
  tree text not null,
  hash text not null,
  kid text,
  state text not null,
  -- canonical JSON, as it is hashed and signed
  content text not null,
  signatures jsonb,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now()
);
create index chain_root_until on chain_root (until_at);
create trigger chain_root_unchanged before update or delete or truncate on chain_root
  for each statement execute function refuse_change();

create table chain_root_head (
  root bigint not null references chain_root (number),
  -- 0, 1, 2 … in the order of the leaves
  leaf integer not null,
  stream text not null,
  seq bigint not null,
  hash text not null,
  primary key (root, leaf)
);
create unique index chain_root_head_stream on chain_root_head (stream, root);
create trigger chain_root_head_unchanged before update or delete or truncate on chain_root_head
  for each statement execute function refuse_change();

-- The statement of a day, which is published.
create table chain_day (
  number integer primary key,
  day date not null unique,
  hash text not null,
  kid text,
  content text not null,
  signatures jsonb,
  createtime timestamptz not null default now()
);
create trigger chain_day_unchanged before update or delete or truncate on chain_day
  for each statement execute function refuse_change();
