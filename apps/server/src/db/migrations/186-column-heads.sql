-- The column names that staff assigned to a market's files of a kind, where they could not be recognised: {"open":
-- "First"}.
create table column_heads (
  exchange text not null,
  kind text not null,
  heads jsonb not null,
  primary key (exchange, kind)
);
