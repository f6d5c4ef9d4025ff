import pg from 'pg'
import type { Change, Row } from '../store.ts'

const lockKey = 7_306_583_001
const patienceMs = 5_000
const lockRetryMs = 100

/**
 * Persists the store in PostgreSQL, with a row per object, in order of creation. Only one sandbox at a time can use the
 * database.
 */
export class PostgresStore {
  readonly #url: string
  #client: pg.Client | undefined
  #seq = 0
  #saves = 0
  /** The number and changes of a save whose outcome is unknown. */
  #unsure: { save: number; changes: readonly Change[] } | undefined

  private constructor(url: string) {
    this.#url = url
  }

  /** Creates the tables, takes the lock and reads all rows. Throws if another sandbox has the lock. */
  static async open(url: string): Promise<{ postgres: PostgresStore; rows: { kind: string; row: Row }[] }> {
    const postgres = new PostgresStore(url)
    try {
      return { postgres, rows: await postgres.#read() }
    } catch (error) {
      await postgres.close()
      throw error
    }
  }

  /** Saves the changes in one transaction. If it throws, `settle` finds out whether the transaction was committed. */
  async save(changes: readonly Change[]): Promise<void> {
    const save = this.#saves + 1
    this.#unsure = { save, changes }
    const kept = changes.filter(({ row }) => row)
    const gone = changes.filter(({ row }) => !row)
    const client = await this.#connected()
    await client.query(saving, [
      kept.map(({ kind }) => kind),
      kept.map(({ id }) => id),
      kept.map(({ row }) => JSON.stringify(row)),
      kept.map(() => ++this.#seq),
      gone.map(({ kind }) => kind),
      gone.map(({ id }) => id),
      save,
    ])
    this.#saves = save
    this.#unsure = undefined
  }

  /**
   * Must be called after a `save` that threw. Returns its changes if they were committed after all, otherwise none.
   * Throws as long as the database cannot be reached.
   */
  async settle(): Promise<readonly Change[]> {
    if (!this.#unsure) return []
    const client = await this.#connected()
    const { save, changes } = this.#unsure
    const found = await lastSave(client)
    if (found !== save && found !== this.#saves) throw new Error('another sandbox has written into this database')
    this.#saves = found
    this.#unsure = undefined
    return found === save ? changes : []
  }

  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
  }

  async #read(): Promise<{ kind: string; row: Row }[]> {
    const client = await this.#connected()
    await client.query(tables)
    const { rows } = await client.query<{ kind: string; row: Row; seq: string }>(
      'select kind, row, seq from object_row order by seq',
    )
    this.#seq = Number(rows.at(-1)?.seq ?? 0)
    this.#saves = await lastSave(client)
    return rows.map(({ kind, row }) => ({ kind, row }))
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'pay-sandbox',
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs * 4,
    })
    const forget = () => {
      if (this.#client === client) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    await client.connect()
    try {
      await lock(client)
    } catch (error) {
      await client.end()
      throw error
    }
    return (this.#client = client)
  }
}

const tables = `
  create table if not exists object_row (
    kind text not null,
    id text not null,
    row jsonb not null,
    seq bigint not null,
    primary key (kind, id)
  );
  create index if not exists object_row_by_seq on object_row (seq);
  create table if not exists last_save (is_single boolean primary key default true check (is_single), number bigint not null);
  insert into last_save (number) values (0) on conflict do nothing`

const saving = `
  with kept as (
    insert into object_row (kind, id, row, seq)
    select kind, id, row::jsonb, seq
    from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) as it (kind, id, row, seq)
    on conflict (kind, id) do update set row = excluded.row
  ), gone as (
    delete from object_row using unnest($5::text[], $6::text[]) as it (kind, id)
    where object_row.kind = it.kind and object_row.id = it.id
  )
  update last_save set number = $7`

async function lastSave(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ number: string }>('select number from last_save')
  return Number(rows[0]?.number)
}

/**
 * Takes the lock. Retries, because the lock of a killed sandbox is released only once the database notices that its
 * connection is gone.
 */
async function lock(client: pg.Client): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockKey])
    if (rows[0]?.got) return
    if (performance.now() > until) throw new Error('another sandbox has this database')
    await new Promise(resolve => setTimeout(resolve, lockRetryMs))
  }
}
