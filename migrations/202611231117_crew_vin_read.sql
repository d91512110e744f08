-- whether a vehicle is on record under another plate is asked at the roadside
create index crew_vehicle_vin_read on crew_vehicle (upper(vin)) where vin <> '';
