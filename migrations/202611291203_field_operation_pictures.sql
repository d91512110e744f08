-- Pictures of operations are referred to like those of any row: whoever may see the operation opens them, and nobody deletes
-- them as unused.
insert into attachment_reference (url, resource, row_id, field)
  select distinct p.url, 'field/operation', o.id, 'pictures' from field_operation o, unnest(o.pictures) p (url)
  where exists (select from routine_attachment a where a.url = p.url)
  on conflict do nothing;
