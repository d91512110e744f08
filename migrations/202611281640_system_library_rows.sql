-- What every library has (`libraryRow` in a declaration): rows that are changed by new versions, each in force from one
-- day to another.

-- Prepares the table of a library whose versions share a field: one draft of a row at a time, and what a version is
-- today. `t.standing` calls the function, so that it reads like a column.
create function add_library(of_table text, of_field text) returns void language plpgsql as $$
begin
  execute format('create unique index %I on %I (%I) where status in (''draft'', ''reviewed'')',
    of_table || '_one_draft', of_table, of_field);
  execute format('create unique index %I on %I (previous_id)', of_table || '_previous_id', of_table);
  execute format('create function standing(t %I) returns text language sql stable as $f$
    select case
      when t.status not in (''published'', ''retired'') then ''unpublished''
      when t.effective_from > (now() at time zone ''Asia/Shanghai'')::date then ''upcoming''
      when t.effective_to is null or t.effective_to >= (now() at time zone ''Asia/Shanghai'')::date then ''effective''
      when t.status = ''published'' and (select n.status from %I n where n.id = t.next_id) in (''published'', ''retired'') then ''amended''
      else ''repealed''
    end $f$', of_table, of_table);
end
$$;
