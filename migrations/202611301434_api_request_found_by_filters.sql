-- Lines of the request log are found by filters. The words of their paths were indexed with each line.
alter table api_request drop column search_text;
