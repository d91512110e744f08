-- A key is claimed in the transaction of the write it belongs to, before its answer is known: until that commits the
-- answer is null, and no other transaction ever sees it so. `request` is the hash of what was asked under the key.
alter table idempotency alter column answer drop not null, add column request text;
