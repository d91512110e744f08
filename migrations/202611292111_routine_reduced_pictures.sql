-- A device makes a picture smaller before it sends it over a weak line; the hash of the original stays with it, so that the
-- original can be recognised when it is handed in.
alter table routine_attachment add column reduced_from text check (reduced_from ~ '^[0-9a-f]{64}$');
alter table resumable_upload add column reduced_from text;
