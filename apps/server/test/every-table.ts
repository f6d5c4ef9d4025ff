import pg from 'pg'

/** Every table's number of rows and digest, and every sequence. */
export async function everyTable(url: string): Promise<Record<string, string>> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`,
    )
    const all: Record<string, string> = {}
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from "${name}" t`,
      )
      all[name] = rows[0]!.digest
    }
    const { rows } = await client.query<{ name: string; value: string }>(
      `select 'sequence ' || sequencename as name, coalesce(last_value::text, '') as value from pg_sequences where schemaname = 'public'`,
    )
    return { ...all, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
  } finally {
    await client.end()
  }
}
