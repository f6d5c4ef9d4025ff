import { vi } from 'vitest'
import type { TestServer } from './test-server.ts'

/** Waits until the server has run a job by itself, as it does once when it never did: what comes then it does not find. */
export async function afterOwnRun({ database: { db } }: TestServer, job: string): Promise<void> {
  const isRun = async () => {
    const row = await db.selectFrom('job_run').select('succeeded_at').where('name', '=', job).executeTakeFirst()
    if (!row?.succeeded_at) throw new Error(`${job} has not run`)
  }
  await vi.waitFor(isRun, { timeout: 30_000, interval: 50 })
}
