-- A market's trading day as loaded from a source. `is_whole` is false if far fewer stocks came than the day before; the
-- day is then requested again. `rows` is the number of bars, `refused` of rejected rows.
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

-- What was rejected of a day's response, up to a hundred rows, and why: the key of a text and its values. Without stock
-- and date the whole response was rejected.
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

-- Pieces of history that were loaded, so that an interrupted backfill continues from there.
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

-- Missing market days that staff were notified of, each once.
create table missing_day_told (
  exchange text not null references market,
  date date not null,
  told_at timestamptz not null,
  primary key (exchange, date)
);
