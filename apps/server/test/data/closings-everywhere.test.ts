import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gameLevel, gameStep } from '@finlist/contract/fintrainer'
import { uploadPrices } from '@finlist/contract/staff/admin'
import { uploadClosings } from '@finlist/contract/staff/market-facts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dropFolder } from '../../src/market-data/folders/drop-folder.ts'
import { takeSnapshots } from '../../src/market-data/folders/take-snapshots.ts'
import { loadWorld, worldDays, worldLevels } from '../screens/game-world.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { bar, day, days, head } from './plain-market.ts'
import { lines, send } from './send-files.ts'

let testServer: TestServer
let staff: ApiClient
beforeAll(async () => {
  testServer = await openTestServer()
  staff = await ApiClient.signIn(testServer, 'staff')
})
afterAll(() => testServer.close())
beforeEach(() => testServer.database.pool.query('delete from market_closing'))

const close = async (...rows: string[]) => {
  const closingCsv = lines('date,kind', ...rows)
  expect((await send(staff, uploadClosings, { exchange: 'HKEX' }, { closingCsv })).http).toBe(200)
}
const load = async (...rows: string[]) =>
  (await send(staff, uploadPrices, { exchange: 'HKEX' }, { priceCsv: lines(head, ...rows) })).data.notes

it('a chart marks half days, so that averages leave them out', async () => {
  await load(...days.slice(0, 4).map(date => bar('0101', date, 10)), bar('0101', '2025-12-24', 10))
  const halfDays = async (resolution: string) => {
    const asked = new URLSearchParams({ symbol: 'HKEX:0101', resolution, from: '0', to: '4000000000' })
    const answer = await staff.raw('GET', `/tvchart/history?${asked.toString()}`)
    const told = (answer as { halfDays?: number[] }).halfDays ?? []
    return told.map(time => new Date(time * 1_000).toISOString().slice(0, 10))
  }
  const known = ['2025-12-24', '2025-12-31', '2026-02-16']
  expect(await halfDays('1D')).toEqual(known)
  await close(`${days[1]},half`, '2025-12-31,open')
  expect(await halfDays('1D')).toEqual(['2025-12-24', '2026-02-16', days[1]])
  expect(await halfDays('1W')).toEqual([])
})

it('the import’s quality checks use loaded closings, and then treat that year’s Saturdays as closed', async () => {
  const saturday = '2019-03-02'
  const leftOut = expect.stringContaining(`left out: ${saturday} (days: 1, rows: 25)`)
  expect(await load(...day(saturday), ...day('2019-03-04'))).not.toContainEqual(leftOut)
  await close(...['01-01', '02-05', '02-06', '02-07', '04-05'].map(date => `2019-${date},full`))
  expect(await load(...day(saturday), ...day('2019-03-04'))).toContainEqual(leftOut)
})

it('movers’ snapshots are expected at the times given by the loaded closings', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-closings-'))
  try {
    const { next } = takeSnapshots(dropFolder(folder), testServer.database)
    const at = (time: string) => Date.parse(`${time}+08:00`)
    const after = async (last: string) =>
      new Date((await next(at(last), at(last))) + 8 * 3_600_000).toISOString().slice(0, 16)
    expect(await after('2026-12-24T12:05')).toBe('2026-12-28T09:35')
    await close('2026-12-24,open', '2026-12-28,full', '2026-12-29,half')
    expect(await after('2026-12-24T12:05')).toBe('2026-12-24T13:05')
    expect(await after('2026-12-24T16:05')).toBe('2026-12-29T09:35')
    expect(await after('2026-12-29T12:05')).toBe('2026-12-30T09:35')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('a game level has no day on which the exchange was closed', async () => {
  await loadWorld(staff)
  const [{ playlistId, levelId }] = worldLevels as [(typeof worldLevels)[number]]
  const params = { playlistId: String(playlistId), levelId: String(levelId) }
  const shown = async () => (await staff.ask(gameLevel, { params })).data.play!.bars.length
  await staff.ask(gameStep, { body: { playlistId, levelId, action: 'start' } })
  const before = await shown()
  await close(`${worldDays[10]},full`)
  expect(await shown()).toBe(before - 1)
})
