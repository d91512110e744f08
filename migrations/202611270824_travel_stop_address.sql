-- where a stop is, in words: what a point on the map is looked for by, and what its address is taken over into
alter table travel_itinerary_stop add column address text;
alter table travel_product_stop add column address text;
alter table travel_template_stop add column address text;
