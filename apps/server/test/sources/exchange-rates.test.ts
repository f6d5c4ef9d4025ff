import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Misdeed } from '../../../data-sandbox/src/faults.ts'
import { ClientError } from '../../src/http/client-errors.ts'
import { openEcb } from '../../src/market-data/rates/ecb.ts'
import { ratesJob } from '../../src/market-data/rates/rates-job.ts'
import { openSourceWorld, type SourceWorld } from '../data/source-world.ts'

/** A Friday in Hong Kong, after the bank has published. */
const night = Date.parse('2026-07-17T15:30:00Z')
const pause = (ms: number) => wait(ms / 1_000)

let world: SourceWorld
beforeAll(async () => {
  world = await openSourceWorld({ startDate: '2026-03-02', asOf: '2026-07-17', stocks: 12 })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.sandbox.asked.length = 0
  world.sandbox.faults.length = 0
  await world.database.pool.query('delete from exchange_rate')
})

const run = (at = night) => ratesJob(world.database, openEcb(world.config, { pause })).run(at)
const stored = async () =>
  (
    await world.database.pool.query<{ currency: string; date: string; hkd: number }>(
      'select currency, date, hkd from exchange_rate order by date, currency',
    )
  ).rows
const newest = async () => (await stored()).slice(-3)

describe('exchange rates of the European Central Bank', () => {
  it('are loaded as an upload, for each business day and in Hong Kong dollars per unit', async () => {
    expect(await run()).toEqual({ rows: 27, asAt: '2026-07-17' })
    expect(world.sandbox.asked).toEqual([
      expect.stringMatching(/EXR\/D\.CNY\+JPY\+USD\+HKD\.EUR\.SP00\.A\?.*startPeriod=2026-07-07/),
    ])
    const rates = await newest()
    expect(rates.map(({ currency, date }) => [currency, date])).toEqual([
      ['CNY', '2026-07-17'],
      ['JPY', '2026-07-17'],
      ['USD', '2026-07-17'],
    ])
    const [cny, jpy, usd] = rates.map(({ hkd }) => hkd)
    expect(cny).toBeGreaterThan(1)
    expect(cny).toBeLessThan(1.25)
    expect(jpy).toBeGreaterThan(0.045)
    expect(jpy).toBeLessThan(0.06)
    expect(usd).toBeGreaterThan(7)
    expect(usd).toBeLessThan(9)
    const { rows } = await world.database.pool.query(
      `select by_name, kind from upload where kind = 'rates' order by uploaded_at desc limit 1`,
    )
    expect(rows).toEqual([{ by_name: 'ECB', kind: 'rates' }])
  })

  it('are not loaded again if they are stored', async () => {
    await run()
    expect(await run()).toEqual({ rows: 0, asAt: '2026-07-17' })
  })

  it('are loaded again if they were stored without their source', async () => {
    await run()
    await world.database.pool.query(`update exchange_rate set source = null where date = '2026-07-17'`)
    expect(await run()).toEqual({ rows: 3, asAt: '2026-07-17' })
    const { rows } = await world.database.pool.query('select distinct source from exchange_rate')
    expect(rows).toEqual([{ source: 'ECB' }])
  })

  it.each<[Misdeed, RegExp]>([
    ['html', /ECB/],
    ['half-page', /ECB/],
    ['hang-up', /ECB/],
  ])('change nothing after the fault “%s”', async (does, reason) => {
    world.sandbox.faults.push({ does, of: 'EXR/D', times: 10 })
    await expect(run()).rejects.toThrow(reason)
    expect(await stored()).toEqual([])
  })

  it('far from the previous ones fail the job and change nothing', async () => {
    await run()
    const before = await stored()
    world.sandbox.correct('EXR/D', body => String(body).replaceAll(/(USD,EUR,SP00,A,2026-07-17),[\d.]+/g, '$1,8.9'))
    await expect(run()).rejects.toSatisfy(
      error => error instanceof ClientError && error.entries('en').some(({ message }) => message.includes('USD')),
    )
    expect(await stored()).toEqual(before)
  })
})
