-- Uploaded files. The same content under the same topic is kept once; `quote` counts how often it was uploaded.
create table attachment (
  id bigint generated always as identity primary key,
  topic text not null default 'default',
  admin_id bigint,
  user_id bigint,
  url text not null unique,
  width integer not null default 0,
  height integer not null default 0,
  name text not null,
  size bigint not null,
  mimetype text not null,
  quote integer not null default 1,
  storage text not null default 'local',
  sha1 text not null,
  sha256 text not null,
  -- Private files are opened only by officers and by the one who uploaded them.
  private boolean not null default false,
  area_code text,
  version integer not null default 1,
  createtime timestamptz not null default now(),
  updatetime timestamptz not null default now(),
  lastuploadtime timestamptz not null default now()
);

-- Public files are shared by all who upload the same content, private ones only by the same person.
create unique index attachment_content on attachment (
  sha1, topic, storage, private, (case when private then admin_id end), (case when private then user_id end)
) nulls not distinct;
create index attachment_recent on attachment (lastuploadtime desc, id desc);
create index attachment_area on attachment (area_code, id desc);
create index attachment_name on attachment using gin (bigrams(name));
