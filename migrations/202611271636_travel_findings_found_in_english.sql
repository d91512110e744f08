-- Findings are found by their English words as well.
select set_search_words('travel_finding', $w$summary || chr(31) || coalesce(summary_en, '')$w$);
