-- What the platform writes into rows and histories itself, in English beside the Chinese; empty where a person wrote it.
alter table history add column note_en text;
alter table enterprise add column audit_remark_en text;
alter table travel_itinerary add column finish_note_en text;
