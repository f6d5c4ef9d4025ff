import type { Database } from '../db/database.ts'
import type { Message } from './delivery.ts'
import type { MessageKind } from './kinds.ts'

export const queue = 'post'
export type LostMessages = { kind: string; count: number; last_at: Date; fault: string | null }
/** A queued message. Once the message is erased, the job's data are null. */
export type Queued = Message & { kind: MessageKind }

/**
 * The messages in pg-boss's table. pg-boss keeps finished jobs for days, so that they can be counted; their messages
 * are erased.
 */
export class QueuedRows {
  readonly #pool: Database['pool']

  constructor({ pool }: Database) {
    this.#pool = pool
  }

  async erase(jobId: string): Promise<void> {
    await this.#pool.query('update pgboss.job set data = null where name = $1 and id = $2', [queue, jobId])
  }

  /**
   * Counts the messages that were given up, by kind, for as long as pg-boss keeps their jobs. Their content has been
   * erased.
   */
  async lost(): Promise<LostMessages[]> {
    const { rows } = await this.#pool.query<LostMessages>(
      `select group_id as kind, count(*), max(completed_on) as last_at,
         (array_agg(output ->> 'message' order by completed_on desc))[1] as fault
       from pgboss.job where name = $1 and state = 'failed' and group_id is not null group by 1 order by last_at desc`,
      [queue],
    )
    return rows
  }

  /**
   * Erases the messages of finished jobs. They are left over if a process died while sending, or from an older version.
   */
  async eraseSettled(): Promise<number> {
    const { rowCount } = await this.#pool.query(
      `update pgboss.job set data = null, output = null where name = $1 and state >= 'completed' and data is not null`,
      [queue],
    )
    return rowCount ?? 0
  }

  /** Deletes all messages, waiting or finished, to these recipients. They must be in lower case. */
  async forget(recipients: string[]): Promise<void> {
    await this.#pool.query(`delete from pgboss.job where name = $1 and lower(data->>'to') = any($2)`, [
      queue,
      recipients,
    ])
  }
}
