-- Values that travel beside the text of a run: [{start, end, value, type, cast}], places in query_text, kept for retries.
alter table jobs add column bound jsonb;
