-- A column names a row of one of several tables: `travel/guide:12`. As with any reference, what it names is there, and
-- what is named stays.
create function table_of(resource text) returns text language sql immutable as $$
  select case when area = name then name else area || '_' || name end from (
    select lower(regexp_replace(split_part(resource, '/', 1), '([A-Z])', '_\1', 'g')) as area,
      lower(regexp_replace(split_part(resource, '/', 2), '([A-Z])', '_\1', 'g')) as name) s
$$;

create function check_named_row() returns trigger language plpgsql as $$
declare
  said text;
  found boolean;
begin
  execute format('select ($1).%I', tg_argv[0]) into said using new;
  if said is null then return null; end if;
  if split_part(said, ':', 1) = any (tg_argv[1:]) and said ~ ':[1-9][0-9]{0,14}$' then
    execute format('select true from %I t where t.id = $1 for key share', table_of(split_part(said, ':', 1)))
      into found using split_part(said, ':', 2)::bigint;
  end if;
  if found is null then
    raise foreign_key_violation using table = tg_table_name, constraint = tg_table_name || '_' || tg_argv[0] || '_fkey',
      message = format('%s of %s names a row that is not there', tg_argv[0], tg_table_name);
  end if;
  return null;
end $$;

create function keep_named_row() returns trigger language plpgsql as $$
declare
  named boolean;
begin
  execute format('select exists (select from %I t where t.%I = $1)', tg_argv[0], tg_argv[1])
    into named using tg_argv[2] || ':' || old.id;
  if named then
    raise foreign_key_violation using table = tg_argv[0], constraint = tg_argv[0] || '_' || tg_argv[1] || '_fkey',
      message = format('%s of %s names this row', tg_argv[1], tg_argv[0]);
  end if;
  return null;
end $$;

-- `select keep_one_of('complaint', 'subject', 'enterprise/enterprise', 'travel/guide')`: the field names a row of one of
-- these resources. Called again with more of them, it may name rows of those as well.
create function keep_one_of(refers text, field text, variadic named text[]) returns void language plpgsql as $$
declare
  one text;
begin
  execute format('create or replace trigger %I after insert or update of %I on %I for each row execute function check_named_row(%L, %s)',
    refers || '_' || field || '_named', field, refers, field, (select string_agg(quote_literal(n), ', ') from unnest(named) n));
  foreach one in array named loop
    execute format('create or replace trigger %I after delete on %I for each row execute function keep_named_row(%L, %L, %L)',
      refers || '_' || field || '_kept', table_of(one), refers, field, one);
  end loop;
  execute format('create index if not exists %I on %I (%I)', refers || '_' || field || '_named', refers, field);
end $$;
