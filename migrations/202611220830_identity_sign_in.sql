-- What an administrator proves themselves with beside the password, the ways into a session, and what lies on it.

alter table auth_admin add column password_due boolean not null default false;
alter table auth_group add column second_factor boolean not null default false;

create table auth_factor (
  id bigint generated always as identity primary key,
  admin_id bigint not null references auth_admin on delete cascade,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  -- totp: the sealed secret, and the newest time step a code was taken of, so that none is taken twice
  secret jsonb,
  last_step bigint,
  -- passkey: what the authenticator told when it was made, for the host it was made at
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  rp_id text,
  createtime timestamptz not null default now(),
  used_at timestamptz
);
create index auth_factor_admin on auth_factor (admin_id);

-- Codes on paper, each good once; by keyed hash.
create table auth_recovery_code (
  admin_id bigint not null references auth_admin on delete cascade,
  hash text not null,
  primary key (admin_id, hash)
);

-- A factor being set up or asked for: the challenge, or the secret nobody has confirmed yet.
create table auth_factor_draft (
  -- whose: a session, or a sign-in under way
  key text primary key,
  challenge text,
  secret jsonb,
  expiretime timestamptz not null
);

-- Sign-ins under way: who has shown a password and still owes something. By the hash of their ticket.
create table auth_sign_in (
  hash text primary key,
  admin_id bigint not null references auth_admin on delete cascade,
  keep boolean not null,
  by text not null,
  factor_done boolean not null default false,
  expiretime timestamptz not null
);

-- Locked until its owner gives the password again; or looking at the back office as a group sees it, in an area.
alter table session
  add column locked boolean not null default false,
  add column view_group bigint references auth_group on delete set null,
  add column view_area text;
