-- Files no row holds or ever held are found by it, to be removed.
alter table routine_attachment add column used boolean not null default false;
update routine_attachment a set used = true where exists (select from attachment_reference r where r.url = a.url);

create function note_used() returns trigger language plpgsql as $$
begin
  -- in one order, so that two writes that hold the same files wait for each other and not both
  perform from routine_attachment a where a.url in (select url from noted) and not a.used order by a.id for no key update;
  update routine_attachment a set used = true where a.url in (select url from noted) and not a.used;
  return null;
end $$;
create trigger note_used after insert on attachment_reference
  referencing new table as noted for each statement execute function note_used();
