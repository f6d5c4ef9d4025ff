-- How often a source was begun to be read since it was last read to an end. A server that is stopped meanwhile leaves
-- the row too, so that only several in a row count as a response that crashes its readers.
alter table source_reading add column times integer not null default 1;
