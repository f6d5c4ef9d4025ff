/** The tables whose rows expire, with the columns that decide it. */
const ends = {
  identity_provider_row: ['expires_at'],
  identity_code: ['expires_at', 'proved_at'],
  identity_second_step: ['expires_at'],
}

/**
 * Ages everything that expires by `ms`, for a host that moved its own clock forward while the provider stays on the
 * machine's clock. `run` runs one statement.
 */
export async function ageIdentity(ms: number, run: (statement: string) => Promise<unknown>): Promise<void> {
  const by = `${Math.floor(ms)} * interval '1 millisecond'`
  for (const [table, columns] of Object.entries(ends))
    await run(`update ${table} set ${columns.map(column => `${column} = ${column} - ${by}`).join(', ')}`)
}
