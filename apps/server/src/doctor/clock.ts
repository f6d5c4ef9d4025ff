import { sql } from 'kysely'
import { type Check, type Finding, ok, wrong } from './check.ts'

const mostMs = 30_000

/**
 * Checks that the clocks of the database and of this machine agree, because times written by one are compared with
 * times of the other.
 */
export const clock: Check = {
  name: 'clock',
  async run({ database }) {
    const before = Date.now()
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(database.db)
    return judgeClock('The clock of the database', rows[0]!.at.getTime() - (before + Date.now()) / 2)
  },
}

export function judgeClock(whose: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  if (Math.abs(aheadMs) <= mostMs) return ok(`${whose} agrees with this machine's to ${seconds} s.`)
  return wrong(
    `${whose} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's: tokens and codes end too early or too late. Let both follow a time server (timedatectl set-ntp true).`,
    'Keys',
  )
}
