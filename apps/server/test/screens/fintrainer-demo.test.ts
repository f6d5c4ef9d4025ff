// @module-tag slow
import { gameLeaderboard, gameLevels, gameRank, gameSkill } from '@finlist/contract/fintrainer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playDemoGame } from '../../src/demo/game-players.ts'
import { loadDemoGame } from '../../src/demo/market.ts'
import { calmDay } from '../test-clock.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({}, { at: calmDay })
  await loadDemoGame(testServer.database, () => undefined)
  await playDemoGame(testServer.database, testServer.clock.now())
})
afterAll(() => testServer.close())

const levelsOf = async (who: ApiClient, playlistId: string) =>
  (await who.ask(gameLevels, { params: { playlistId } })).data
const boardOf = async (query: Record<string, string>) =>
  (await (await ApiClient.byToken(testServer, 'free')).ask(gameLeaderboard, { query })).data

describe('the demo’s game', () => {
  it('has 22 levels in each playlist, all unplayed for a new account (GAME-08)', async () => {
    const free = await ApiClient.byToken(testServer, 'free')
    for (const playlistId of ['1', '2', '3']) expect(await levelsOf(free, playlistId)).toHaveLength(22)
    expect((await levelsOf(free, '0')).filter(({ played, open }) => played || open)).toEqual([])
  })

  it('has leaderboards for all four scenarios, of all time and of this month (GAME-43)', async () => {
    for (const playlistId of ['0', '1', '2', '3'])
      for (const isAllTime of ['true', 'false']) {
        const rows = await boardOf({ playlistId, isAllTime })
        expect(rows.length, `${playlistId} ${isAllTime}`).toBeGreaterThan(2)
        expect(rows[0]!.totalReturn, `${playlistId} ${isAllTime}`).toBeGreaterThan(0)
        expect(rows.map(it => it.totalReturn)).toEqual(rows.map(it => it.totalReturn).toSorted((a, b) => b - a))
      }
    expect(await boardOf({ playlistId: '1' })).toHaveLength(8)
  })

  it('has a subscriber who has played some levels, and has no rank yet', async () => {
    const who = await ApiClient.byToken(testServer, 'hk-yearly')
    expect((await levelsOf(who, '0')).filter(({ played }) => played)).toHaveLength(2)
    expect((await who.ask(gameRank, { query: { playlistId: '1' } })).data).toMatchObject({ allTimeRank: -1 })
  })

  it('has a player who has played every level, and has a rank', async () => {
    const who = await ApiClient.byToken(testServer, 'credit')
    expect((await levelsOf(who, '0')).every(({ played }) => played)).toBe(true)
    const { data } = await who.ask(gameRank, { query: { playlistId: '1' } })
    const { name } = (await boardOf({ playlistId: '1' }))[data.allTimeRank - 1]!
    expect(name).toBe('Demo Credit')
    const skill = await who.ask(gameSkill, { query: { playlistId: '0' } })
    expect(skill.data).toMatchObject({ verdict: 'not-enough-trades' })
    expect(skill.data.trades).toBeGreaterThan(100)
  })

  it('is set up only once, and does not change the games of people who have started to play', async () => {
    const before = await testServer.database.db
      .selectFrom('game_trade')
      .select(({ fn }) => fn.countAll().as('all'))
      .execute()
    await loadDemoGame(testServer.database, () => undefined)
    await playDemoGame(testServer.database, testServer.clock.now())
    expect(
      await testServer.database.db
        .selectFrom('game_trade')
        .select(({ fn }) => fn.countAll().as('all'))
        .execute(),
    ).toEqual(before)
  })
})
