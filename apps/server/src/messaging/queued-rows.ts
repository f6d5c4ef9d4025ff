import type { Database } from '../db/database.ts'

export const queue = 'post'

/**
 * The messages within pg-boss's own table, which keeps a job for days after it is over: that long the job stays and is
 * counted, and what the message said does not.
 */
export class QueuedRows {
  readonly #pool: Database['pool']

  constructor({ pool }: Database) {
    this.#pool = pool
  }

  async erase(jobId: string): Promise<void> {
    await this.#pool.query('update pgboss.job set data = null where name = $1 and id = $2', [queue, jobId])
  }

  /** Those of a process that died at it, and of a version that left them. */
  async eraseSettled(): Promise<number> {
    const { rowCount } = await this.#pool.query(
      `update pgboss.job set data = null, output = null where name = $1 and state >= 'completed' and data is not null`,
      [queue],
    )
    return rowCount ?? 0
  }

  /** Waiting or over, of recipients in small letters. */
  async forget(recipients: string[]): Promise<void> {
    await this.#pool.query(`delete from pgboss.job where name = $1 and lower(data->>'to') = any($2)`, [
      queue,
      recipients,
    ])
  }
}
