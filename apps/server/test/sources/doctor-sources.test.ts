import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Misdeed } from '../../../data-sandbox/src/faults.ts'
import type { Config } from '../../src/config.ts'
import type { Installation } from '../../src/doctor/check.ts'
import { sources } from '../../src/doctor/sources.ts'
import { openSourceWorld, type SourceWorld } from '../data/source-world.ts'

const now = Date.parse('2026-07-17T15:30:00Z')

let world: SourceWorld
beforeAll(async () => {
  world = await openSourceWorld({ startDate: '2026-03-02', asOf: '2026-07-17', stocks: 12 })
})
afterAll(() => world.close())
beforeEach(() => {
  world.sandbox.asked.length = 0
  world.sandbox.faults.length = 0
})

const examine = (settings: Partial<Config> = {}) =>
  sources.run({ config: { ...world.config, ...settings }, database: world.database, now } as Installation)
const bars = async () => (await world.database.pool.query('select from bar')).rowCount

it('the doctor’s check of sources asks every configured source once and loads nothing', async () => {
  expect(await examine()).toEqual({
    state: 'ok',
    text:
      'EODHD (HKEX), EODHD (US), J-Quants (JP), EODHD (CN), FinMind (TW), ' +
      'EODHD figures (HKEX), SEC figures (US), EODHD figures (CN), EODHD figures (TW), ECB: available.',
  })
  expect(world.sandbox.asked).toHaveLength(10)
  expect(await bars()).toBe(0)
})

it('the doctor’s check of sources asks for one delayed quote if market movers are made from delayed quotes', async () => {
  expect(await examine({ MOVERS: 'eodhd' })).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('ECB, EODHD (movers): '),
  })
  expect(world.sandbox.asked).toContain('/eodhd/api/real-time/0005.HK?fmt=json')
  world.sandbox.faults.push({ does: 'html', of: 'real-time/', times: 9 })
  expect(await examine({ MOVERS: 'eodhd' })).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('EODHD (movers): '),
  })
})

it.each<[Misdeed, string, string]>([
  ['no-key', 'j-quants', 'J-Quants (JP): J-Quants does not accept the key'],
  ['html', 'finmind', 'FinMind (TW): '],
  ['no-key', 'sec', 'SEC figures (US): SEC does not answer this server'],
])('the doctor’s check of sources names the source with the fault “%s” of %s', async (does, of, text) => {
  world.sandbox.faults.push({ does, of, times: 9 })
  expect(await examine()).toMatchObject({ state: 'wrong', text: expect.stringContaining(text), see: 'Sources' })
})

it('the doctor’s check of sources names a drop folder that does not exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'finlist-incoming-'))
  try {
    const settings = { ...Object.fromEntries(Object.keys(world.config).flatMap(none)), INCOMING_DIR: folder }
    expect(await examine(settings)).toEqual({ state: 'ok', text: 'INCOMING_DIR: available.' })
    const missing = { ...settings, INCOMING_DIR: join(folder, 'missing') }
    expect(await examine(missing)).toMatchObject({
      state: 'wrong',
      text: expect.stringMatching(/^INCOMING_DIR: ENOENT/),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('the doctor’s check of sources reports that no source is configured', async () => {
  const settings = Object.fromEntries(Object.keys(world.config).flatMap(none))
  expect(await examine(settings)).toMatchObject({ state: 'not tried' })
})

/** Returns the setting that turns the source off; empty if `name` is not the setting of a source. */
const none = (name: string): [string, string][] =>
  /^SOURCE_(HKEX|US|JP|CN|TW)$|^RATES$|^FUNDAMENTALS_(HKEX|US|CN|TW)$/.test(name) ? [[name, '']] : []
