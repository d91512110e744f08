-- Administrators as an identity provider knows them, and those who are on their way through it.
create table auth_identity (
  issuer text not null,
  subject text not null,
  admin_id bigint not null references auth_admin on delete cascade,
  -- what the provider calls them, for people to recognise
  label text not null,
  createtime timestamptz not null default now(),
  used_at timestamptz,
  primary key (issuer, subject)
);
create index auth_identity_admin on auth_identity (admin_id);

create table auth_oidc_flow (
  -- hashes of the state that comes back, and of what the browser that began it kept
  state text primary key,
  binder text not null,
  nonce text not null,
  verifier text not null,
  redirect_uri text not null,
  keep boolean not null,
  -- whoever links an account of theirs; null: somebody who signs in
  admin_id bigint references auth_admin on delete cascade,
  expiretime timestamptz not null
);
