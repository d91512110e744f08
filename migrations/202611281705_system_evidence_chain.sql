-- The evidence chain (`chained` of the declaration language): one chain for each row, in which every entry contains the
-- hash of the one before. The key is the guard against two entries in one place; rows are only added.
create table chain_entry (
  -- travel/itinerary:123
  stream text not null,
  seq bigint not null,
  event text not null,
  -- canonical JSON, as text: what is hashed is not formatted again
  payload text,
  payload_hash text not null,
  previous text not null,
  actor text not null,
  device text not null,
  client_time timestamptz,
  -- in milliseconds, as they are hashed
  server_time timestamptz not null,
  place jsonb,
  hash text not null,
  history_id bigint not null,
  primary key (stream, seq)
);
create index chain_entry_time on chain_entry using brin (server_time);
create trigger chain_entry_unchanged before update or delete or truncate on chain_entry
  for each statement execute function refuse_change();
