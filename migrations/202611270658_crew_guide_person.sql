-- Who guides and drives is one person: a guide is found by their identity number in whatever state they are, also returned or cancelled.
create index crew_guide_person on crew_guide ((id_no->>'hash'));
