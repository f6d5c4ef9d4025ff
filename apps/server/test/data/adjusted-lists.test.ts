import { finderStocks } from '@finlist/contract/finder'
import { finListStocks } from '@finlist/contract/finlist'
import { movers, uploadMovers } from '@finlist/contract/movers'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { addWatchlistStock, changeWatchlistStock, createWatchlist, watchlistStocks } from '@finlist/contract/watchlist'
import { addDays } from '@finlist/domain/calendar'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lines } from './send-files.ts'
import { days, exchange, exDate, openSplitStock, sevenForOne } from './split-stock.ts'

let world: Awaited<ReturnType<typeof openSplitStock>>
beforeAll(async () => {
  world = await openSplitStock()
})
afterAll(() => world.testServer.close())
afterEach(() => world.act())

describe('a watchlist position', () => {
  const entered = { stockCode: '0700', exchange, buyPrice: 600, shares: 100 } as const
  let list: string
  let entry: { id: string; watchlistStockId: string }

  beforeAll(async () => {
    const { data } = await world.hk.ask(createWatchlist, { query: { watchlistName: 'Follows' } })
    list = String(data)
    const added = await world.hk.ask(addWatchlistStock, { params: { id: list }, body: entered })
    entry = { id: list, watchlistStockId: String(added.data.watchlistStockId) }
  })
  /** Sets the time at which the position was entered to noon in Hong Kong on the day. */
  const enteredOn = (day: string) =>
    world.testServer.database.write(tx =>
      tx.query(`update watchlist_stock set created_at = $1, changed_at = null where watchlist_id = $2`, [
        `${day}T04:00:00Z`,
        list,
      ]),
    )
  const read = async () => (await world.hk.ask(watchlistStocks, { params: { id: list } })).data.stockList[0]!

  it('follows a split on the split’s ex-date, and keeps the values as entered', async () => {
    await enteredOn(days[249]!)
    await world.act(sevenForOne, { kind: 'dividend', amount: 2 })
    expect(await read()).toMatchObject({
      buyPrice: 85.714286,
      shares: 700,
      currentPrice: 104,
      average50: 102,
      entered: { buyPrice: 600, shares: 100 },
      followsActions: true,
      actions: [
        { exDate, kind: 'dividend', amount: 2, currency: 'HKD', changesShares: false },
        { exDate, kind: 'split', numerator: 7, denominator: 1, changesShares: true },
      ],
    })
    await world.act()
    expect(await read()).toMatchObject({ buyPrice: 600, shares: 100, actions: [] })
  })

  it('entered on the ex-date of a split is assumed to be in new shares already', async () => {
    await enteredOn(exDate)
    await world.act(sevenForOne)
    expect(await read()).toMatchObject({ buyPrice: 600, shares: 100, actions: [] })
  })

  it('does not follow a split if the user opts out, until they opt back in', async () => {
    await enteredOn(days[249]!)
    await world.act(sevenForOne)
    const { buyPrice, shares } = entered
    const say = (followsActions: boolean) =>
      world.hk.ask(changeWatchlistStock, { params: entry, body: { buyPrice, shares, followsActions } })
    expect((await say(false)).http).toBe(200)
    expect(await read()).toMatchObject({
      buyPrice: 600,
      shares: 100,
      followsActions: false,
      actions: [{ kind: 'split' }],
    })
    await say(true)
    expect(await read()).toMatchObject({ buyPrice: 85.714286, shares: 700 })
  })

  it('counts as newly entered after it is edited, so that an earlier split no longer changes it', async () => {
    await enteredOn(days[249]!)
    await world.act(sevenForOne)
    await world.hk.ask(changeWatchlistStock, { params: entry, body: { buyPrice: 90, shares: 500 } })
    expect(await read()).toMatchObject({ buyPrice: 90, shares: 500, actions: [] })
    await world.hk.ask(changeWatchlistStock, { params: entry, body: { buyPrice: 600, shares: 100 } })
  })

  it('has the same buy price in FinList as in the watchlist', async () => {
    await enteredOn(days[249]!)
    await issue(days[249]!)
    await world.act(sevenForOne)
    const rows = async () =>
      (await world.hk.ask(finListStocks, { params: { exchange }, query: { issueDate: days[249]! } })).data
    expect((await rows())[1]!.watchlistData).toMatchObject([{ buyPrice: 85.714286 }])
    await world.act()
    expect((await rows())[1]!.watchlistData).toMatchObject([{ buyPrice: 600 }])
  })
})

async function issue(issueDate: string) {
  await world.load(
    uploadFinList,
    { exchange, issueDate, confirm: 'true' },
    {
      finListCsv: lines(
        'stockCode,stockName,stockNameZh,close,closeChange,volume,volumeChange,percivalScore,buyPoint,patternType,isLowTurnover,subSector,subSectorZh,profileInfo,profileInfoZh',
        '0700,Split,拆,728,1,100,5,90,735,FB,False,,,,',
        '0005,Plain,平,104,1,700,5,80,-1,NIL,False,,,,',
      ),
    },
  )
}

describe('the picks of an issue', () => {
  const asIssued = { close: 728, volume: 100, buyPoint: 735 }
  const asShown = { close: 104, volume: 700, buyPoint: 105 }
  const read = async (issueDate: string) =>
    (await world.hk.ask(finListStocks, { params: { exchange }, query: { issueDate } })).data
  const find = async () => {
    const body = [{ column: 'close', operation: 'lt', from: 200, to: -1 }] as const
    return (await world.hk.ask(finderStocks, { params: { exchange }, body: [...body] })).data
  }

  it('picks from before a split are shown in today’s shares, together with the prices that the issue published', async () => {
    await issue(days[249]!)
    await world.act(sevenForOne)
    const [other, split] = await read(days[249]!)
    expect(split).toMatchObject({ ...asShown, closeChange: 1, volumeChange: 5, asIssued })
    expect(other).toMatchObject({ close: 104, volume: 700, buyPoint: -1 })
    expect(other).not.toHaveProperty('asIssued')
    await world.act()
    expect((await read(days[249]!))[1]).toMatchObject(asIssued)
  })

  it('picks from the day of a split on are already in today’s shares, and do not change', async () => {
    await issue(exDate)
    await world.act(sevenForOne)
    const [, split] = await read(exDate)
    expect(split).toMatchObject(asIssued)
    expect(split).not.toHaveProperty('asIssued')
  })

  it('are filtered in Finder by the split-adjusted values that are shown', async () => {
    await issue(exDate)
    await world.act({ on: days[251]!, ratio: [7, 1] })
    expect(await find()).toMatchObject([{ stockCode: '0005' }, { stockCode: '0700', close: 104, volume: 700 }])
    await world.act()
    expect(await find()).toMatchObject([{ stockCode: '0005' }])
  })
})

describe('market movers', () => {
  it('compare volume with an average in today’s shares', async () => {
    const at = (time: string) => `${addDays(days[299]!, 1)}T${time}+08:00`
    for (const [time, price] of [
      ['10:00', 100],
      ['11:00', 102],
    ] as const)
      await world.load(
        uploadMovers,
        { takenAt: at(time) },
        { moversCsv: lines('stockCode,price,volume', `0700,${price},1400`) },
      )
    const multiple = async () => (await world.hk.ask(movers)).data.hourIncreaseList[0]?.volumeChange
    await world.act({ on: days[260]!, ratio: [7, 1] })
    const wide = await multiple()
    await world.act()
    expect([await multiple(), wide]).toEqual([2, expect.closeTo(1_400 / ((40 * 700 + 10 * 4_900) / 50), 2)])
  })
})
