-- Names of people are written in one way: one blank between words, and none around the dot between parts of a name. Every
-- other way of writing them was refused until now; numbers and plates are stored as they are searched for already.
do $$
declare
  held record;
begin
  for held in
    select * from (values
      ('auth_department', 'leader'), ('crew_driver', 'name'), ('crew_guide', 'name'), ('enterprise', 'legal_person'),
      ('enterprise', 'contact_name'), ('enterprise_claim', 'applicant'), ('enterprise_person', 'name'),
      ('enterprise_staff', 'name'), ('rental_selection', 'driver'), ('reward_objection', 'name'),
      ('travel_itinerary', 'emergency_contact'), ('travel_tourist', 'name'), ('travel_assigned_guide', 'name')
    ) as names (of, field)
  loop
    execute format(
      'update %1$I set %2$I = regexp_replace(regexp_replace(%2$I, %3$L, %4$L, %5$L), %6$L, %7$L, %5$L) where %2$I ~ %8$L',
      held.of, held.field, ' *· *', '·', 'g', ' {2,}', ' ', ' ·|· | {2}'
    );
  end loop;
end $$;
