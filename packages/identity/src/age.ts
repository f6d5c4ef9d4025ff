/** The tables whose rows expire, with the columns that determine when. */
const ends = {
  identity_provider_row: ['expires_at'],
  identity_code: ['expires_at', 'proved_at'],
  identity_second_step: ['expires_at'],
}

/**
 * Moves the times that determine expiry back by `ms`, for a host that has moved its own clock forward, while the
 * provider uses the machine's clock. `run` runs one SQL statement.
 */
export async function ageIdentity(ms: number, run: (statement: string) => Promise<unknown>): Promise<void> {
  const by = `${Math.floor(ms)} * interval '1 millisecond'`
  for (const [table, columns] of Object.entries(ends))
    await run(`update ${table} set ${columns.map(column => `${column} = ${column} - ${by}`).join(', ')}`)
}
