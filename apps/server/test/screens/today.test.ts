import { updateTrend } from '@finlist/contract/market-trend'
import { uploadProfitAlerts } from '@finlist/contract/profit-alerts'
import { uploadShareholdings } from '@finlist/contract/shareholding'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { today } from '@finlist/contract/today'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { addDays, previousTradingDay } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lines } from '../data/send-files.ts'
import { type AlertWorld, exchange, openAlertWorld } from './alert-world.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld()
}, 60_000)
afterAll(() => world.testServer.close())

async function todayOf(name: string) {
  const { http, data } = await (await world.as(name)).ask(today)
  expect(http).toBe(200)
  return data
}
const issue = (issueDate: string, ...picks: string[]) =>
  world.load(
    uploadFinList,
    { exchange, issueDate },
    { finListCsv: lines('stockCode,percivalScore,close,buyPoint', ...picks) },
  )

async function listOf(name: string, positions: Record<string, number>): Promise<number> {
  const client = await world.as(name)
  const { data } = await client.ask(createWatchlist, { query: { watchlistName: 'Mine' } })
  const id = Number(data)
  for (const [stockCode, buyPrice] of Object.entries(positions)) {
    const body = { stockCode, exchange: 'HKEX' as const, buyPrice, shares: 10 }
    expect((await client.ask(addWatchlistStock, { params: { id: String(id) }, body })).http).toBe(200)
  }
  return id
}

describe('the Today page', () => {
  it('is empty for a free user, and omits each part whose page the user may not see', async () => {
    expect(await todayOf('free')).toEqual({ markets: [], positions: null, profitAlerts: null, shareholding: null })
    expect(await todayOf('us-yearly')).toEqual({
      markets: [{ exchange: 'US', states: { short: null, long: null }, list: null }],
      positions: { watched: 0, moved: [] },
      profitAlerts: null,
      shareholding: { shareholdingDate: null, changes: [] },
    })
  })

  it('has the current market states, and how the newest list differs from the previous one', async () => {
    const day = world.lastDay()
    const before = previousTradingDay(exchange, day)
    await issue(before, '0101,90,100,', '0102,80,100,')
    await issue(day, '0101,91,100,', '0103,70,100,', '0104,60,100,')
    const staff = await world.as('staff')
    for (const [startDate, marketTrend] of [
      [before, 'DOWNTREND'],
      [day, 'UPTREND'],
    ] as const)
      await staff.ask(updateTrend, {
        query: { exchange, startDate },
        body: { marketTrend, shortTerm: true, amend: false },
      })
    const { markets } = await todayOf('hk-monthly')
    expect(markets).toEqual([
      {
        exchange,
        states: { short: { trend: 'UPTREND', startDate: day }, long: null },
        list: { issueDate: day, previousDate: before, added: 2, stayed: 1, left: 1 },
      },
    ])
    expect((await todayOf('us-yearly')).markets.map(market => market.exchange)).toEqual(['US'])
    expect((await todayOf('staff')).markets).toHaveLength(5)
  })

  it('lists first the positions that reached a stop, target or chase limit, then the largest moves, each stock once', async () => {
    const id = await listOf('hk-quarterly', { '0110': 100, '0111': 100, '0112': 100, '0113': 100, '0114': 100 })
    await listOf('hk-quarterly', { '0111': 99 })
    await issue(world.lastDay(), '0113,90,100,103')
    expect((await todayOf('hk-quarterly')).positions).toEqual({ watched: 6, moved: [] })
    const day = await world.newDay({
      '0110': { close: 92.5 },
      '0111': { close: 104 },
      '0112': { close: 98 },
      '0113': { close: 101, high: 103.5 },
    })
    const { positions } = await todayOf('hk-quarterly')
    expect(positions?.moved.map(({ stockCode, line, change }) => [stockCode, line, Math.round(change!)])).toEqual([
      ['0110', 'stop', -7],
      // Two positions are in this stock; the one bought at the lower price is past its chase limit.
      ['0111', 'chase', 4],
      ['0113', 'buy-point', 1],
      ['0112', null, -2],
    ])
    expect(positions?.moved[0]).toMatchObject({
      exchange,
      stockName: 'Company 0110',
      stockNameZh: '公司0110',
      watchlistId: id,
      watchlistName: 'Mine',
      price: 92.5,
      priceDate: day,
      unconfirmed: false,
    })
    expect((await todayOf('hk-monthly')).positions).toEqual({ watched: 0, moved: [] })
  })

  it('has recent announcements and the largest shareholding changes of watched stocks only', async () => {
    await listOf('hk-yearly', { '0120': 100, '0121': 100 })
    const day = world.lastDay()
    await world.goTo('19:00')
    const old = addDays(day, -9)
    await world.load(
      uploadProfitAlerts,
      {},
      {
        profitAlertsCsv: lines(
          'stockCode,releaseTime,reportType,link,linkZh',
          `0120,${day} 08:15,POSITIVE,https://news.example/1.pdf,`,
          `0121,${old} 08:15,NEGATIVE,https://news.example/2.pdf,`,
          `0122,${day} 08:15,NEGATIVE,https://news.example/3.pdf,`,
        ),
      },
    )
    const before = previousTradingDay(exchange, day)
    await world.load(
      uploadShareholdings,
      {},
      {
        shareholdingCsv: lines(
          'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent',
          `0121,${before},B1,Broker,100,1`,
          `0121,${day},B1,Broker,300,3`,
          `0122,${before},B1,Broker,100,1`,
          `0122,${day},B1,Broker,900,9`,
        ),
      },
    )
    const { profitAlerts, shareholding } = await todayOf('hk-yearly')
    expect(profitAlerts).toEqual([
      {
        stockCode: '0120',
        stockName: 'Company 0120',
        stockNameZh: '公司0120',
        reportType: 'POSITIVE',
        releaseTime: `${day}T00:15:00.000Z`,
      },
    ])
    expect(shareholding?.shareholdingDate).toBe(day)
    expect(shareholding?.changes).toMatchObject([
      { stockCode: '0121', participantId: 'B1', span: 'day', shareholdingPercentChange: 2 },
    ])
    expect(await todayOf('hk-monthly')).toMatchObject({ profitAlerts: [], shareholding: { changes: [] } })
  })
})
