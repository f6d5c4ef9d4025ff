-- The inputs that led the method to pick the stock; null or empty for a pick loaded from a file. `facts` explains why
-- it is on the list; `origin` is who put it there.
alter table finlist_pick
  add column variant text not null default '',
  add column stop double precision,
  add column rank smallint,
  add column template smallint,
  add column facts jsonb,
  add column origin text not null default 'import' check (origin in ('method', 'staff', 'import')),
  add column note text not null default '';

-- The method that made the list, with the hash of its constants; null if staff made it. `departures` explains, by stock
-- code, why a pick of the previous issue is gone; null if unknown.
alter table finlist_issue
  add column method_id text,
  add column constants text,
  add column departures jsonb;
