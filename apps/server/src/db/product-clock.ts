import type { Database } from './database.ts'

/**
 * The product's time, in ms since the epoch: the machine's time or, in a demo, that time plus the lead by which the
 * clock was moved. Every process receives a new lead through the change feed once it is committed.
 */
export class ProductClock {
  #aheadMs = 0

  static async open(database: Database): Promise<ProductClock> {
    const clock = new ProductClock()
    const read = async () => {
      const { rows } = await database.pool.query<{ ahead_ms: number }>('select ahead_ms from product_clock')
      clock.#aheadMs = rows[0]?.ahead_ms ?? 0
    }
    database.changes.on('clock', aheadMs => {
      clock.#aheadMs = aheadMs
    })
    // Picks up moves made while the change feed was down. If the read fails, the next reconnect repeats it.
    database.changes.onReconnect(() => void read().catch(() => undefined))
    await read()
    return clock
  }

  get aheadMs(): number {
    return this.#aheadMs
  }

  readonly now = (): number => Date.now() + this.#aheadMs
}
