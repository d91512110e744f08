-- Outbound routes go where no division of ours lies: they say so in words.
alter table travel_product add column abroad text;
alter table travel_product alter column destination_areas drop not null;
