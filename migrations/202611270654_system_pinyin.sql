-- Lists are ordered by pinyin. Of texts that a dictionary puts in one place the bytes decide, so that `=` stays what it was.
create collation pinyin (provider = icu, locale = 'zh-u-co-pinyin');

-- long lists that people order by what their rows are called, or were numbered by
create index enterprise_by_name on enterprise (name collate pinyin, id);
create index enterprise_licence_by_number on enterprise_licence (license_no collate pinyin, id);
create index enterprise_staff_by_name on enterprise_staff (name collate pinyin, id);
create index enterprise_person_by_name on enterprise_person (name collate pinyin, id);
create index crew_guide_by_name on crew_guide (name collate pinyin, id);
create index crew_driver_by_name on crew_driver (name collate pinyin, id);
create index crew_vehicle_by_plate on crew_vehicle (plate collate pinyin, id);
create index travel_itinerary_by_number on travel_itinerary (team_no collate pinyin, id);
create index travel_product_by_title on travel_product (title collate pinyin, id);
create index insurance_policy_by_number on insurance_policy (policy_no collate pinyin, id);
create index reward_application_by_number on reward_application (no collate pinyin, id);
create index document_by_number on document (number collate pinyin, id);
