-- How exact the place of an enterprise is, in metres, and where it is from: {"from": "device", "accuracy": 12}.
alter table enterprise add column place_found jsonb;
