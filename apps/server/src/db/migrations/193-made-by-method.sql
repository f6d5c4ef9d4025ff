-- What the method saw of a pick it made: null, or empty, for a pick that came in a file. `facts` is what its place is
-- explained by; `origin` who put it on the list.
alter table finlist_pick
  add column variant text not null default '',
  add column stop double precision,
  add column rank smallint,
  add column template smallint,
  add column facts jsonb,
  add column origin text not null default 'import' check (origin in ('method', 'staff', 'import')),
  add column note text not null default '';

-- The method that made the list, with the hash of its constants; null where staff made it. `departures` says by stock
-- code why a pick of the issue before is gone; null where nobody knows.
alter table finlist_issue
  add column method_id text,
  add column constants text,
  add column departures jsonb;
