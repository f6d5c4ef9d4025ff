-- In how many weeks of eligible stocks a method finds each base: in the real market, and in simulated random markets
-- drawn from it with the seed. A later count replaces this one.
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
