-- What an enterprise says of itself, as rich text: shown on its record and on the page of its supervision code.
alter table enterprise add column introduction text;
