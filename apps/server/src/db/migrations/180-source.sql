-- A trading day of a market as a source gave it. `is_whole` is false where far fewer stocks came than the day before: the
-- day is asked for again. `rows` are its bars, `refused` the rows that were left out.
create table source_day (
  exchange text not null references market,
  date date not null,
  source text not null,
  rows integer not null,
  refused integer not null,
  is_whole boolean not null,
  taken_at timestamptz not null,
  primary key (exchange, date)
);

-- What was left out of the answer for a day, the first hundred rows of each, and why: a text's key and its values. With
-- neither stock nor date it is the whole answer.
create table source_refusal (
  refusal_id bigint generated always as identity primary key,
  exchange text not null references market,
  source text not null,
  asked_for date not null,
  stock_code text,
  date date,
  reason jsonb not null,
  refused_at timestamptz not null
);
create index on source_refusal (exchange, asked_for);

-- Pieces of history that are loaded, so that a backfill that was cut off goes on where it was.
create table backfill_part (
  exchange text not null references market,
  source text not null,
  first_day date not null,
  last_day date not null,
  part text not null,
  rows integer not null,
  loaded_at timestamptz not null default product_now(),
  primary key (exchange, source, first_day, last_day, part)
);

-- Market days of which staff were told that they are missing, each once.
create table missing_day_told (
  exchange text not null references market,
  date date not null,
  told_at timestamptz not null,
  primary key (exchange, date)
);
