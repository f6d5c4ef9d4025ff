-- A source that is being read. A row left when no job is reading means that the source crashed the thread or process.
-- It is not read again automatically; an operator's `npm run backfill` reads it and deletes the row.
create table source_reading (
  exchange text not null,
  source text not null,
  began_at timestamptz not null default now(),
  primary key (exchange, source)
);
