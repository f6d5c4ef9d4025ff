import { vi } from 'vitest'
import type { TestServer } from './test-server.ts'

/** Waits until the server's automatic first run of a job is over, so that this run does not see data added later. */
export async function afterOwnRun({ database: { db } }: TestServer, job: string): Promise<void> {
  const isRun = async () => {
    const row = await db.selectFrom('job_run').select('succeeded_at').where('name', '=', job).executeTakeFirst()
    if (!row?.succeeded_at) throw new Error(`${job} has not run`)
  }
  await vi.waitFor(isRun, { timeout: 30_000, interval: 50 })
}
