-- Fails a statement whose row was changed meanwhile, so that the commit that was sent behind it rolls back.
create function raise_version_conflict() returns boolean language plpgsql as $$
begin
  raise exception 'another write changed the row first' using errcode = 'serialization_failure';
end
$$;
