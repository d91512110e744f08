-- The row that a column names is looked up by a function of the column's own, whose statements are planned once a connection.
-- One function for all columns composed its two statements for each row, and planning them was a third of what it took the
-- database to draft a document.
create function prepare_named_row_check(refers text, field text, named text[]) returns void language plpgsql as $$
declare
  cases text := (
    select string_agg(format('when %L then select true into is_there from %I t where t.id = named_id for key share;', one, table_of(one)), e'\n      ' order by one)
    from unnest(named) one);
begin
  execute format($f$
    create or replace function %1$I() returns trigger language plpgsql as $body$
    declare
      named_id bigint;
      is_there boolean;
    begin
      if new.%2$I is null then return null; end if;
      if new.%2$I ~ '^[^:]+:[1-9][0-9]{0,14}$' then
        named_id := split_part(new.%2$I, ':', 2)::bigint;
        case split_part(new.%2$I, ':', 1)
          %3$s
          else null;
        end case;
      end if;
      if is_there is null then
        raise foreign_key_violation using table = tg_table_name, constraint = tg_table_name || '_' || tg_argv[0] || '_fkey',
          message = format('%%s of %%s names a row that is not there', tg_argv[0], tg_table_name);
      end if;
      return null;
    end $body$ $f$, 'check_' || refers || '_' || field, field, cases);
  -- what may be named stays an argument, from which a further call reads it
  execute format('create or replace trigger %I after insert or update of %I on %I for each row execute function %I(%L, %s)',
    refers || '_' || field || '_named', field, refers, 'check_' || refers || '_' || field, field,
    (select string_agg(quote_literal(one), ', ' order by one) from unnest(named) one));
end $$;

create or replace function add_one_of_reference(refers text, field text, variadic named text[]) returns void language plpgsql as $$
declare
  one text;
  known text[] := (
    -- arguments of a trigger are stored one after the other, each followed by a zero byte; the first is the field
    select array_remove((regexp_split_to_array(encode(tgargs, 'escape'), '\\000'))[2:], '') from pg_trigger
    where tgrelid = refers::regclass and tgname = refers || '_' || field || '_named');
begin
  perform prepare_named_row_check(refers, field, array(select distinct n from unnest(known || named) n));
  foreach one in array named loop
    execute format('create or replace trigger %I after delete on %I for each row execute function restrict_named_row(%L, %L, %L)',
      refers || '_' || field || '_restrict', table_of(one), refers, field, one);
  end loop;
  execute format('create index if not exists %I on %I (%I)', refers || '_' || field || '_named', refers, field);
end $$;

do $$
declare
  known record;
begin
  for known in
    select t.tgrelid::regclass::text as refers, (regexp_split_to_array(encode(t.tgargs, 'escape'), '\\000')) as args
    from pg_trigger t where t.tgfoid = 'check_named_row'::regproc
  loop
    perform prepare_named_row_check(known.refers, known.args[1], array_remove(known.args[2:], ''));
  end loop;
end $$;
drop function check_named_row();

-- Titles of documents are the names of their types, of which there are few: nobody looks for one by first letters, and each
-- entered the index again.
delete from search_name where resource = 'document/document';
delete from search_name_progress where resource = 'document/document';
