-- The present code of the stock that had a code on a given day. Rows stored as text keep the code of their time.
create function code_since(market text, code text, day date) returns text language sql stable as $$
  with recursive name(code, since, step) as (
    select $2, $3, 0
    union all
    select next.to_code, next.renamed_on, step + 1 from name cross join lateral (
      select to_code, renamed_on from stock_rename
      where exchange = $1 and from_code = name.code and renamed_on > name.since order by renamed_on limit 1) next)
  select code from name order by step desc limit 1
$$;

-- The same for stored twins.
create function twins_since(market text, day date, twins jsonb) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(twin || jsonb_build_object('code', code_since($1, twin ->> 'code', $2)) order by place), '[]')
  from jsonb_array_elements($3) with ordinality as drawn(twin, place)
$$;
