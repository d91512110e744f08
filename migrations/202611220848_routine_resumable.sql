-- Files that come in pieces: whose each is and what will come of it. How much of it is there, its file on the disk says.
create table resumable_upload (
  id text primary key,
  owner_type text not null,
  owner_id bigint not null,
  name text not null,
  topic text not null,
  private boolean not null,
  size bigint not null,
  area_code text,
  createtime timestamptz not null default now(),
  -- Of the last piece: what nobody goes on with for a day is taken away.
  updatetime timestamptz not null default now()
);
create index resumable_upload_age on resumable_upload (updatetime);
