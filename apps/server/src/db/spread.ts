import type pg from 'pg'
import { escapeLiteral } from 'pg'
import type { Tx } from './database.ts'

/**
 * Tables distributed over the nodes of Citus by stock code, so that all rows of a code are on one node. They have no
 * foreign keys to tables on the coordinator.
 */
export const spreadTables = ['bar', 'bar_history', 'shareholding', 'pick_twins', 'pick_outcome'] as const
/**
 * Whether the table is distributed by stock code. The code of such a row cannot be updated: delete the row and insert a
 * new one.
 */
export const isSpread = (table: string) => spreadTables.some(name => name === table)
/**
 * Sets a value that this transaction's triggers can read on every node that it writes to. The first command makes Citus
 * propagate the second. It too is limited to the transaction: a session-wide setting would propagate the whole text of
 * multi-statement queries. Without Citus, the first command has no effect.
 */
export async function setForTriggers(tx: Pick<Tx, 'query'>, name: 'finlist.at' | 'finlist.upload', value: string) {
  await tx.query(`set local citus.propagate_set_commands to 'local'`)
  await tx.query(`set local ${name} = ${escapeLiteral(value)}`)
}
/** Tables copied in full to every node, because queries of bars need them. */
export const copiedTables = ['unconfirmed_bar', 'doubt'] as const

/**
 * Distributes the tables that are not yet distributed over the nodes of Citus. If there are any, or with
 * `hasNewMigrations`, it also redefines the functions, because a migration may have replaced a distributed function
 * with a single-node one. Does nothing without the extension.
 */
export async function spread(client: pg.Client, hasNewMigrations: boolean): Promise<void> {
  const { rowCount: hasCitus } = await client.query(`select from pg_extension where extname = 'citus'`)
  if (!hasCitus) return
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) name
     where not exists (select from pg_dist_partition where logicalrelid = name::regclass)`,
    [[...copiedTables, ...spreadTables]],
  )
  const missing = new Set(rows.map(({ name }) => name))
  if (missing.size === 0 && !hasNewMigrations) return
  await client.query('begin')
  try {
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`)
    for (const name of missing) await dropForeignKeys(client, name)
    for (const name of copiedTables)
      if (missing.has(name)) await client.query('select create_reference_table($1)', [name])
    for (const [at, name] of spreadTables.entries())
      if (missing.has(name))
        await client.query(`select create_distributed_table($1, 'stock_code', colocate_with => $2)`, [
          name,
          at === 0 ? 'default' : spreadTables[0],
        ])
    await client.query(keepHistoryBesideIt)
    await client.query(besideRows)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error('the tables cannot be spread', { cause: error })
  }
}

async function dropForeignKeys(client: pg.Client, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
    [table],
  )
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint ${name}`)
}

/**
 * The trigger function for distributed bars. It runs on the node of a `bar` shard, and writes to the `bar_history`
 * shard of the same stocks on that node.
 */
const keepHistoryBesideIt = `
create or replace function keep_bar_history() returns trigger language plpgsql as $$
declare
  upload bigint := nullif(current_setting('finlist.upload', true), '')::bigint;
  at timestamptz := coalesce(nullif(current_setting('finlist.at', true), '')::timestamptz, now());
  history text := (select shard_name(history.logicalrelid, history.shardid)
    from pg_dist_shard of_bar join pg_dist_shard history using (shardminvalue)
    where of_bar.shardid = substring(tg_table_name from '\\d+$')::bigint
      and of_bar.logicalrelid = 'bar'::regclass and history.logicalrelid = 'bar_history'::regclass);
begin
  execute format('insert into %s select exchange, stock_code, date, open, high, low, close, volume, upload_id, $1, $2
    from old_rows', history) using at, upload;
  return null;
end $$`

/**
 * Redefines functions in PL/pgSQL so that the planner does not inline them: an inlined body would query no node. A
 * function on one stock queries that stock's node, or none if the code is null; a function on all stocks queries every
 * node once.
 */
const besideRows = `
do $do$
declare
  found record;
begin
  for found in
    select pg_get_functiondef(oid) as definition, prosrc as body,
      case when 'code' = any(proargnames) then 'if code is null then return; end if; ' else '' end as unasked from pg_proc
    where pronamespace = current_schema()::regnamespace and prolang = (select oid from pg_language where lanname = 'sql')
      and proname in ('bars_before', 'bars_after', 'bars_between', 'trades_before', 'holdings_on', 'holdings_of', 'newest_holdings',
        'outcomes_to_record')
  loop
    execute replace(replace(found.definition, 'LANGUAGE sql', 'LANGUAGE plpgsql'),
      found.body, 'begin ' || found.unasked || 'return query ' || found.body || '; end');
  end loop;
end $do$;
create or replace function days_with_holdings(days date[]) returns setof date language plpgsql stable as $$
begin
  return query select distinct shareholding_date from shareholding where shareholding_date = any(days);
end $$;
create or replace function newest_holding_days(most integer) returns setof date language plpgsql stable as $$
begin
  return query select distinct shareholding_date from shareholding order by shareholding_date desc limit most;
end $$`
