import { DatabaseAddress } from './address.ts'

/**
 * Records whether the database belongs to a demo, and returns the mark. The first mark is final: a trigger rejects
 * changes.
 */
export async function markDemo(databaseUrl: string, isDemo: boolean): Promise<boolean> {
  const client = new DatabaseAddress(databaseUrl).client({ application_name: 'finlist start' })
  await client.connect()
  try {
    await client.query('insert into demo_mark (is_demo) values ($1) on conflict do nothing', [isDemo])
    const { rows } = await client.query<{ is_demo: boolean }>('select is_demo from demo_mark')
    return rows[0]!.is_demo
  } finally {
    await client.end()
  }
}
