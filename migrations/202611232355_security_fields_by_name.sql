-- Which field was looked at, or changed, by a name that means one field of all there are: the words for it are found by that.
create function full_names(resource text, names text[]) returns text[] language sql immutable parallel safe
  return array(select resource || '.' || one from unnest(names) with ordinality u (one, place) order by place);
alter table reveal_log add column seen text[] not null generated always as (full_names(resource, fields)) stored;
alter table security_sensitive_data_log add column field_name text not null generated always as (resource || '.' || data_field) stored;
