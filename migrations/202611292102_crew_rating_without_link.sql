-- A rating no longer names the link by which it was sent, and a used link neither its tourist nor the hour.
alter table crew_rating drop column link_id;
update travel_rating_link set tourist_id = null, used_at = date_trunc('day', used_at) where used_at is not null;
