-- Figures that companies reported for a fiscal quarter, as they became known on a day. A restatement is a further row;
-- no row is ever changed.
create table reported_figure (
  exchange text not null references market,
  stock_code text not null,
  period_end date not null,
  figure text not null check (figure in ('eps', 'revenue', 'net-income')),
  known_on date not null,
  value double precision not null,
  currency text not null,
  source text not null,
  primary key (exchange, stock_code, period_end, figure, known_on),
  check (known_on > period_end)
);

-- When a source was last asked for a stock's figures, and the ETag of its answer or the date
-- of its last change.
create table fundamentals_asked (
  exchange text not null references market,
  stock_code text not null,
  source text not null,
  asked_on date not null,
  validator text not null,
  primary key (exchange, stock_code)
);
