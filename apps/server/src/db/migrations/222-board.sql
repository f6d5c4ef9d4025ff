-- Stocks that Finder screens in addition to the picks: every stock with a trade, as of the market's newest day, in
-- shares of that day.
create table board_stock (
  exchange text not null references market,
  stock_code text not null,
  date date not null,
  close double precision not null,
  close_change double precision,
  volume bigint not null,
  volume_change double precision,
  volume_multiple double precision,
  high_distance double precision,
  rank smallint,
  primary key (exchange, stock_code)
);

-- The same figures for a pick on its issue's day; null if it had too little history.
create table pick_figure (
  exchange text not null,
  issue_date date not null,
  stock_code text not null,
  volume_multiple double precision,
  high_distance double precision,
  rank smallint,
  primary key (exchange, issue_date, stock_code),
  foreign key (exchange, issue_date, stock_code) references finlist_pick on update cascade on delete cascade
);

-- The first day whose prices changed since the market's board was made.
create table board_due (
  exchange text primary key references market,
  from_date date not null
);
insert into board_due select exchange, '1970-01-01' from market;
