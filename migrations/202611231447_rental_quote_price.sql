-- Quotes are listed cheapest first.
create index rental_quote_price on rental_quote (price, id);
