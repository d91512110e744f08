-- what a day of a product costs is rounded to the cent, and was cut off
update travel_product set per_day = round(price_from::numeric / day_count)
where day_count > 0 and per_day is distinct from round(price_from::numeric / day_count);
