import { uploadFinList } from '@finlist/contract/admin'
import { alertFirings, alerts, changeAlert } from '@finlist/contract/alerts'
import { releaseDay } from '@finlist/contract/data'
import { uploadCorporateActions, uploadRenames } from '@finlist/contract/market-facts'
import { updateTrend } from '@finlist/contract/market-trend'
import { uploadMovers } from '@finlist/contract/movers'
import { uploadProfitAlerts } from '@finlist/contract/profit-alerts'
import { uploadShareholdings } from '@finlist/contract/shareholding'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { addDays, previousTradingDay } from '@finlist/domain/calendar'
import { disciplineOf } from '@finlist/domain/watchlist/figures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateAlerts } from '../src/features/alerts/evaluate/evaluate.ts'
import { type AlertWorld, barLine, codes, exchange, openAlertWorld, partsOf } from './alert-world.ts'
import { lines, send } from './send-files.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld()
})
afterAll(() => world.testServer.close())

const who = 'hk-yearly'
const pool = () => world.testServer.database.pool
/** A stock of the test's own. */
let used = 0
const stock = () => codes[used++]!

/** What the person has been told of the stock, or of the kind, as English texts, the newest first. */
async function textsOf(needle: string, name = who): Promise<string[]> {
  return (await world.told(name)).flatMap(({ title, text }) =>
    `${title.en} ${text.en}`.includes(needle) ? [text.en] : [],
  )
}
const forget = () => pool().query('delete from alert')

async function position(stockCode: string, buyPrice: number, name = who) {
  const client = await world.as(name)
  const { data: id } = await client.ask(createWatchlist, { query: { watchlistName: stockCode } })
  const body = { exchange, stockCode, buyPrice, shares: 100 }
  expect((await client.ask(addWatchlistStock, { params: { id: String(id) }, body })).http).toBe(200)
}
const issue = (issueDate: string, ...picks: string[]) =>
  world.load(
    uploadFinList,
    { exchange, issueDate },
    { finListCsv: lines('stockCode,percivalScore,close,buyPoint', ...picks) },
  )

describe('a bar', () => {
  it('that closes at or above a price fires once, and not while it stays there', async () => {
    const code = stock()
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: code, value: 110 })
    await world.newDay({ [code]: { close: 109.99, high: 120 } })
    expect(await textsOf(code)).toEqual([])
    const day = await world.newDay({ [code]: { close: 110, open: 108, high: 111, low: 107 } })
    expect(await textsOf(code)).toEqual([
      expect.stringMatching(/^Company 0101 \(0101\.HK\) closed at 110\.00 on .+, at or above your 110\.00\.$/),
    ])
    await world.newDay({ [code]: { close: 112 } })
    expect(await textsOf(code)).toHaveLength(1)
    await world.newDay({ [code]: { close: 109 } })
    await world.newDay({ [code]: { close: 113 } })
    expect(await textsOf(code)).toHaveLength(2)
    const { data } = await (await world.as(who)).ask(alertFirings, { params: { alertId: String(alertId) } })
    expect(data.at(-1)).toMatchObject({
      seen: day,
      stockCode: code,
      bar: { open: 108, high: 111, low: 107, close: 110, volume: 1_000, unconfirmed: false },
    })
    await forget()
  })

  it('that closes at or below a price fires; a price that was reached before it was set does not', async () => {
    const [below, reached] = [stock(), stock()]
    await world.newDay({ [reached]: { close: 90 } })
    await world.set(who, { kind: 'price-below', stockCode: below, value: 95 })
    await world.set(who, { kind: 'price-below', stockCode: reached, value: 95 })
    await world.newDay({ [below]: { close: 95 }, [reached]: { close: 89 } })
    expect(await textsOf(below)).toEqual([expect.stringContaining('closed at 95.00')])
    expect(await textsOf(reached)).toEqual([])
    await forget()
  })

  it('that moves as much as was set fires, up or down, with the close before', async () => {
    const [up, down, little] = [stock(), stock(), stock()]
    for (const stockCode of [up, down, little]) await world.set(who, { kind: 'move', stockCode, value: 5 })
    await world.newDay({ [up]: { close: 105 }, [down]: { close: 94 }, [little]: { close: 104.99 } })
    expect(await textsOf(up)).toEqual([expect.stringContaining('+5 % from 100.00 of the day before')])
    expect(await textsOf(down)).toEqual([expect.stringContaining('−6 % from 100.00')])
    expect(await textsOf(little)).toEqual([])
    await forget()
  })

  it('with a multiple of its usual volume fires; days without a trade are no part of the average', async () => {
    const [busy, usual] = [stock(), stock()]
    for (const stockCode of [busy, usual]) await world.set(who, { kind: 'volume', stockCode, value: 2.5 })
    await world.newDay({ [busy]: { close: 100, volume: 0 } })
    await world.newDay({ [busy]: { close: 100, volume: 2_500 }, [usual]: { close: 100, volume: 2_499 } })
    expect(await textsOf(busy)).toEqual([expect.stringContaining('2,500 shares')])
    expect(await textsOf(busy)).toEqual([expect.stringContaining('2.5 times its average of 50 days')])
    expect(await textsOf(usual)).toEqual([])
    await forget()
  })

  it('that passes the buy point of a pick fires once for the list, for the stock and for all of them', async () => {
    const [pick, other, none] = [stock(), stock(), stock()]
    await issue(world.lastDay(), `${pick},90,100,104`, `${other},80,100,130`, `${none},70,100,`)
    await world.set(who, { kind: 'buy-point' })
    await world.set(who, { kind: 'buy-point', stockCode: none })
    await world.newDay({
      [pick]: { close: 103, high: 104.5 },
      [other]: { close: 129, high: 129.5 },
      [none]: { close: 120 },
    })
    expect(await textsOf(pick)).toEqual([
      expect.stringMatching(/traded as high as 104\.50 .+ at or above 104\.00, the buy point in the list of/),
    ])
    await world.newDay({ [pick]: { close: 106 }, [other]: { close: 131 } })
    expect(await textsOf(pick)).toHaveLength(1)
    expect(await textsOf(other)).toHaveLength(1)
    expect(await textsOf(none)).toEqual([])
    await forget()
  })

  it('that brings a position to its stop or beyond the chase limit fires, by the rules of the discipline line', async () => {
    const [falls, rises, calm] = [stock(), stock(), stock()]
    for (const code of [falls, rises]) await position(code, 100)
    await world.set(who, { kind: 'stop' })
    await world.set(who, { kind: 'chase', stockCode: rises })
    await world.set(who, { kind: 'stop', stockCode: calm })
    await world.newDay({ [falls]: { close: 93.01 }, [rises]: { close: 105 }, [calm]: { close: 80 } })
    expect([await textsOf(falls), await textsOf(rises), await textsOf(calm)]).toEqual([[], [], []])
    await world.newDay({ [falls]: { close: 93 }, [rises]: { close: 105.01 }, [calm]: { close: 80 } })
    expect(await textsOf(falls)).toEqual([
      expect.stringMatching(
        /closed at 93\.00 .+, −7 % from your buy price of 100\.00\. The strategy’s stop, 7 to 8 % below it, lies at 93\.00 to 92\.00\.$/,
      ),
    ])
    expect(await textsOf(rises)).toEqual([expect.stringContaining('+5.01 % from your buy price of 100.00')])
    // Further past it, and then no further.
    await world.newDay({ [falls]: { close: 92 }, [rises]: { close: 121 }, [calm]: { close: 80 } })
    await world.newDay({ [falls]: { close: 91 }, [rises]: { close: 110 }, [calm]: { close: 80 } })
    expect([(await textsOf(falls)).length, (await textsOf(rises)).length]).toEqual([2, 1])
    await forget()
    await pool().query('delete from watchlist')
  })

  it('and the discipline line agree at every price around the limits', async () => {
    const limits = disciplineOf({ buyPrice: 33.33, currentPrice: 33.33 })!
    const prices = [...limits.stop, limits.chaseLimit].flatMap(limit =>
      [-0.02, -0.01, -0.0001, 0, 0.0001, 0.01, 0.02].map(by => Number((limit + by).toFixed(4))),
    )
    const closes = new Map(prices.map(close => [stock(), close]))
    const client = await world.as(who)
    const ids = await Promise.all(
      ['One', 'Two'].map(async name => (await client.ask(createWatchlist, { query: { watchlistName: name } })).data),
    )
    for (const [at, stockCode] of [...closes.keys()].entries()) {
      const asked = { params: { id: String(ids[at % 2]) }, body: { exchange, stockCode, buyPrice: 33.33, shares: 1 } }
      expect((await client.ask(addWatchlistStock, asked)).http).toBe(200)
    }
    for (const kind of ['stop', 'chase']) await world.set(who, { kind })
    await pool().query('delete from inbox_item')
    await world.newDay(Object.fromEntries([...closes.keys()].map(code => [code, { close: 33.33 }])))
    await world.newDay(Object.fromEntries([...closes].map(([code, close]) => [code, { close }])))
    const told = await world.told(who)
    for (const [code, close] of closes) {
      const { state } = disciplineOf({ buyPrice: 33.33, currentPrice: close })!
      const expected = state === 'within-chase' ? [] : [state === 'beyond-chase' ? 'chase' : 'stop']
      const kinds = told.flatMap(({ kind, title }) => (title.en.includes(code) ? [kind] : []))
      expect([close, kinds]).toEqual([close, expected])
    }
    await forget()
    await pool().query('delete from watchlist')
  })

  it('after a split is compared with the price that it made of what was set', async () => {
    const [split, still] = [stock(), stock()]
    await world.set(who, { kind: 'price-below', stockCode: split, value: 90 })
    await world.set(who, { kind: 'price-above', stockCode: split, value: 120 })
    await world.set(who, { kind: 'move', stockCode: split, value: 20 })
    await world.set(who, { kind: 'price-above', stockCode: still, value: 130 })
    const exDate = await world.goTo('08:00', { next: true })
    const action = `${split},${exDate},split,4,1`
    await world.load(
      uploadCorporateActions,
      { exchange },
      {
        corporateActionCsv: lines('stockCode,exDate,kind,numerator,denominator', action),
      },
    )
    await world.goTo('18:00')
    await world.loadBars(...codes.map(code => barLine(code, exDate, { close: code === split ? 25 : 100 })))
    await world.evaluate()
    expect(await textsOf(split)).toEqual([])
    const { data } = await (await world.as(who)).ask(alerts)
    expect(data.alerts.filter(({ stockCode }) => stockCode === split).map(({ kind, value }) => [kind, value])).toEqual([
      ['move', 20],
      ['price-above', 30],
      ['price-below', 22.5],
    ])
    await world.newDay({ [split]: { close: 22.4 } })
    expect(await textsOf(split)).toEqual([expect.stringContaining('closed at 22.40')])
    expect(await textsOf(split)).toEqual([expect.stringContaining('at or below your 22.50')])
    await forget()
  })

  it('of a move that nobody has explained fires and says so', async () => {
    const code = stock()
    await position(code, 100)
    await world.set(who, { kind: 'move', stockCode: code, value: 20 })
    await world.set(who, { kind: 'stop' })
    await world.newDay({ [code]: { close: 30 } })
    const texts = await textsOf(code)
    expect(texts).toHaveLength(2)
    for (const text of texts)
      expect(text).toContain('Nobody has explained this move yet: it may be a split, or a wrong price.')
    await forget()
    await pool().query('delete from watchlist')
  })

  it('of a held day fires nothing until the day is released', async () => {
    const code = stock()
    await world.set(who, { kind: 'price-above', stockCode: code, value: 105 })
    const held = await world.newDay({ [code]: { close: 106 } }, [code, ...codes.slice(-10)])
    expect(await textsOf(code)).toEqual([])
    expect((await (await world.as('staff')).ask(releaseDay, { body: { exchange, date: held } })).http).toBe(200)
    await world.evaluate()
    expect(await textsOf(code)).toEqual([expect.stringContaining('closed at 106.00')])
    await forget()
  })

  it('that is old fires nothing: a backfill, a correction, and what was known when the alert was set', async () => {
    const [filled, corrected, known] = [stock(), stock(), stock()]
    await world.set(who, { kind: 'price-above', stockCode: filled, value: 110 })
    await world.set(who, { kind: 'price-above', stockCode: corrected, value: 110 })
    const before = world.lastDay()
    await world.loadBars(barLine(filled, addDays(before, -200), { close: 140 }))
    await world.evaluate()
    const day = await world.newDay()
    await world.set(who, { kind: 'price-above', stockCode: known, value: 110 })
    await world.loadBars(barLine(corrected, day, { close: 112 }), barLine(known, day, { close: 112 }))
    await world.loadBars(barLine(corrected, before, { close: 111 }))
    await world.evaluate()
    for (const code of [filled, corrected, known]) expect(await textsOf(code)).toEqual([])
    await forget()
  })

  it('of a stock that comes after the rest of its day fires as well', async () => {
    const code = stock()
    await world.set(who, { kind: 'price-above', stockCode: code, value: 104 })
    const day = await world.newDay(
      {},
      codes.filter(it => it !== code),
    )
    await world.loadBars(barLine(code, day, { close: 105 }))
    await world.evaluate()
    expect(await textsOf(code)).toEqual([expect.stringContaining('closed at 105.00')])
    await forget()
  })
})
