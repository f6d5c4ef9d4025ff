-- The factor by which a market's confidence intervals are widened, estimated from simulated random markets drawn with
-- the seed. Of `cells` intervals, `held` contained zero unwidened and `held_widened` widened. Null factor: too few
-- intervals. A later count replaces this one.
create table record_widening (
  exchange text not null references market,
  method_id text not null,
  factor double precision check (factor >= 1),
  cells integer not null check (cells >= 0),
  held integer not null check (held between 0 and cells),
  held_widened integer not null check (held_widened between held and cells),
  worlds smallint not null check (worlds > 0),
  weeks smallint not null check (weeks > 0),
  stocks smallint not null check (stocks >= 0),
  seed text not null,
  made_at timestamptz not null default product_now(),
  primary key (exchange, method_id)
);
