-- What was attached to a move as proof (evidence of the declaration language), one row for an entry of the history.
-- The history is partitioned by time, so its key cannot be referred to.
create table move_evidence (
  history_id bigint primary key,
  resource text not null,
  row_id bigint not null,
  files text[] not null default '{}',
  -- {lng, lat, from, accuracy} in WGS-84
  place jsonb,
  -- by the clock of the device; the entry of the history has that of the server
  device_time timestamptz,
  -- [{role, strokes | name}]
  signatures jsonb not null default '[]',
  createtime timestamptz not null default now()
);
create index move_evidence_row on move_evidence (resource, row_id);

-- Rows that are only ever added. Restoring a backup does not fire it.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger move_evidence_unchanged before update or delete or truncate on move_evidence
  for each statement execute function refuse_change();
