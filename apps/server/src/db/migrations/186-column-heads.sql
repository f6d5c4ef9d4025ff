-- What a market's files of a kind call their columns, where somebody had to say: {"open": "First"}.
create table column_heads (
  exchange text not null,
  kind text not null,
  heads jsonb not null,
  primary key (exchange, kind)
);
