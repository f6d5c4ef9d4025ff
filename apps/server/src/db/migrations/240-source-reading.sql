-- A source that is being read. What is left here when no job reads it ended the thread or the process that did, and is
-- not asked again by itself: `npm run backfill`, started by a person, asks it and takes the row away.
create table source_reading (
  exchange text not null,
  source text not null,
  began_at timestamptz not null default now(),
  primary key (exchange, source)
);
