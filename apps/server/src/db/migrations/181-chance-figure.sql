-- In how many weeks of eligible stocks a method sees each base: in a market as it was, and in worlds of chance drawn from
-- it by the seed. A later count takes the place of the one before.
create table chance_figure (
  exchange text not null references market,
  method_id text not null,
  world text not null check (world in ('real', 'walks', 'blocks')),
  base text not null,
  fires integer not null check (fires >= 0),
  stock_weeks integer not null check (stock_weeks >= fires),
  seed text not null,
  made_at timestamptz not null default product_now(),
  primary key (exchange, method_id, world, base)
);
