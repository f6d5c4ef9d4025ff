// @module-tag slow

import { alertFirings, alerts, changeAlert } from '@finlist/contract/alerts'
import { updateTrend } from '@finlist/contract/market-trend'
import { uploadMovers } from '@finlist/contract/movers'
import { uploadProfitAlerts } from '@finlist/contract/profit-alerts'
import { uploadShareholdings } from '@finlist/contract/shareholding'
import { uploadFinList } from '@finlist/contract/staff/admin'
import { releaseDay } from '@finlist/contract/staff/data'
import { uploadCorporateActions, uploadRenames } from '@finlist/contract/staff/market-facts'
import { addWatchlistStock, createWatchlist } from '@finlist/contract/watchlist'
import { addDays, previousTradingDay } from '@finlist/domain/calendar'
import { disciplineOf } from '@finlist/domain/watchlist/figures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateAlerts } from '../../src/features/alerts/evaluate/evaluate.ts'
import { dueAlerts } from '../at-rest.ts'
import { lines } from '../data/send-files.ts'
import { type AlertWorld, barLine, codes, exchange, openAlertWorld, partsOf } from './alert-world.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld()
})
afterAll(() => world.testServer.close())

const who = 'hk-yearly'
const pool = () => world.testServer.database.pool
/** `stock` returns a stock that no other test uses. */
let used = 0
const stock = () => codes[used++]!

/** Returns the English texts in the user's inbox that mention `needle`, newest first. */
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
    { exchange, issueDate, confirm: 'true' },
    { finListCsv: lines('stockCode,percivalScore,close,buyPoint', ...picks) },
  )

describe('a new bar', () => {
  it('a new bar that closes at or above an alert’s price fires the alert once, and not again while the price stays there', async () => {
    const code = stock()
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: code, value: 110 })
    await world.newDay({ [code]: { close: 109.99, high: 120 } })
    expect(await textsOf(code)).toEqual([])
    const day = await world.newDay({ [code]: { close: 110, open: 108, high: 111, low: 107 } })
    expect(await textsOf(code)).toEqual([
      expect.stringMatching(/^Company 0101 \(0101\.HK\) closed at 110\.00 on .+, at or above the 110\.00 you set\.$/),
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

  it('a new bar that closes at or below an alert’s price fires the alert, unless the price was reached before it was set', async () => {
    const [below, reached] = [stock(), stock()]
    await world.newDay({ [reached]: { close: 90 } })
    await world.set(who, { kind: 'price-below', stockCode: below, value: 95 })
    await world.set(who, { kind: 'price-below', stockCode: reached, value: 95 })
    await world.newDay({ [below]: { close: 95 }, [reached]: { close: 89 } })
    expect(await textsOf(below)).toEqual([expect.stringContaining('closed at 95.00')])
    expect(await textsOf(reached)).toEqual([])
    await forget()
  })

  it('a new bar that moves by at least the set percentage, up or down, fires and names the previous close', async () => {
    const [up, down, little] = [stock(), stock(), stock()]
    for (const stockCode of [up, down, little]) await world.set(who, { kind: 'move', stockCode, value: 5 })
    await world.newDay({ [up]: { close: 105 }, [down]: { close: 94 }, [little]: { close: 104.99 } })
    expect(await textsOf(up)).toEqual([expect.stringContaining('+5% from the previous close of 100.00')])
    expect(await textsOf(down)).toEqual([expect.stringContaining('−6% from the previous close of 100.00')])
    expect(await textsOf(little)).toEqual([])
    await forget()
  })

  it('a new bar with the set multiple of its usual volume fires; days without a trade are left out of the average', async () => {
    const [busy, usual] = [stock(), stock()]
    for (const stockCode of [busy, usual]) await world.set(who, { kind: 'volume', stockCode, value: 2.5 })
    await world.newDay({ [busy]: { close: 100, volume: 0 } })
    await world.newDay({ [busy]: { close: 100, volume: 2_500 }, [usual]: { close: 100, volume: 2_499 } })
    expect(await textsOf(busy)).toEqual([expect.stringContaining('2,500 shares')])
    expect(await textsOf(busy)).toEqual([expect.stringContaining('2.5 times its 50-day average')])
    expect(await textsOf(usual)).toEqual([])
    await forget()
  })

  it('a new bar that passes a pick’s buy point fires an alert on that stock or on all picks, once per list', async () => {
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

  it('a new bar that brings a position to its stop or past its chase limit fires by the same rules as the position’s guidance', async () => {
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
        /closed at 93\.00 .+, −7% from your buy price of 100\.00\. The strategy’s stop, 7 to 8% below it, is 93\.00 to 92\.00\.$/,
      ),
    ])
    expect(await textsOf(rises)).toEqual([expect.stringContaining('+5.01% from your buy price of 100.00')])
    // RISES first closes further past its limit, then less far.
    await world.newDay({ [falls]: { close: 92 }, [rises]: { close: 121 }, [calm]: { close: 80 } })
    await world.newDay({ [falls]: { close: 91 }, [rises]: { close: 110 }, [calm]: { close: 80 } })
    expect([(await textsOf(falls)).length, (await textsOf(rises)).length]).toEqual([2, 1])
    await forget()
    await pool().query('delete from watchlist')
  })

  it('fires exactly when the position’s guidance shows a breach, at every price around the limits', async () => {
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

  it('a new bar after a split is compared with the split-adjusted alert price', async () => {
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
    expect(await textsOf(split)).toEqual([expect.stringContaining('at or below the 22.50 you set')])
    await forget()
  })

  it('a new bar with an unexplained price move fires, and the message says that the move is unconfirmed', async () => {
    const code = stock()
    await position(code, 100)
    await world.set(who, { kind: 'move', stockCode: code, value: 20 })
    await world.set(who, { kind: 'stop' })
    await world.newDay({ [code]: { close: 30 } })
    const texts = await textsOf(code)
    expect(texts).toHaveLength(2)
    for (const text of texts)
      expect(text).toContain('This move is not explained yet: it may be a split, or a wrong price.')
    await forget()
    await pool().query('delete from watchlist')
  })

  it('a new bar of a quarantined day fires nothing until staff release the day', async () => {
    const code = stock()
    await world.set(who, { kind: 'price-above', stockCode: code, value: 105 })
    const held = await world.newDay({ [code]: { close: 106 } }, [code, ...codes.slice(-10)])
    expect(await textsOf(code)).toEqual([])
    expect((await (await world.as('staff')).ask(releaseDay, { body: { exchange, date: held } })).http).toBe(200)
    await world.evaluate()
    expect(await textsOf(code)).toEqual([expect.stringContaining('closed at 106.00')])
    await forget()
  })

  it('a new bar of an old day fires nothing, whether backfilled, corrected or already stored when the alert was set', async () => {
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

  it('a new bar of a stock that arrives after the rest of its day fires as well', async () => {
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

describe('a half-hour price snapshot', () => {
  const load = async (time: string, prices: Record<string, number>) => {
    const day = await world.goTo(time)
    const rows = Object.entries(prices).map(([code, price]) => `${code},${price},5000`)
    await world.load(
      uploadMovers,
      { takenAt: `${day}T${time}` },
      { moversCsv: lines('stockCode,price,volume', ...rows) },
    )
  }
  const snapshot = async (time: string, prices: Record<string, number>) => {
    await load(time, prices)
    await world.evaluate()
  }

  it('fires an alert at most once a day and states when the price was reached; the close does not fire it again', async () => {
    const [rises, falls] = [stock(), stock()]
    await position(falls, 100)
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: rises, value: 103 })
    await world.set(who, { kind: 'volume', stockCode: rises, value: 4 })
    await world.set(who, { kind: 'stop', stockCode: falls })
    await world.goTo('09:00', { next: true })
    await snapshot('10:00', { [rises]: 102.9, [falls]: 93.5 })
    expect(await textsOf(rises)).toEqual([expect.stringContaining('5,000 shares of')])
    await snapshot('10:30', { [rises]: 103.2, [falls]: 92.9 })
    await snapshot('11:00', { [rises]: 104, [falls]: 93 })
    await world.goTo('18:00')
    await world.loadBars(
      ...codes.map(code => barLine(code, world.lastDay(), { close: code === rises ? 105 : code === falls ? 93 : 100 })),
    )
    await world.evaluate()
    expect(await textsOf(rises)).toEqual([
      expect.stringMatching(/was at 103\.20 at 10:30 on .+, at or above the 103\.00 you set/),
      expect.stringContaining('traded by 10:00'),
    ])
    expect(await textsOf(falls)).toEqual([expect.stringContaining('was at 92.90 at 10:30')])
    const { data } = await (await world.as(who)).ask(alertFirings, { params: { alertId: String(alertId) } })
    expect(data.map(({ seen }) => seen)).toEqual([`${world.lastDay()} 10:30`])
    await forget()
    await pool().query('delete from watchlist')
  })

  it('fires an alert once, for the first snapshot that triggers it, even if several snapshots are evaluated together', async () => {
    const [rises, falls] = [stock(), stock()]
    await position(falls, 100)
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: rises, value: 103 })
    await world.set(who, { kind: 'move', stockCode: rises, value: 3 })
    await world.set(who, { kind: 'stop', stockCode: falls })
    await world.goTo('09:00', { next: true })
    await load('10:00', { [rises]: 102.5, [falls]: 94 })
    for (const [at, time] of ['10:30', '11:00', '11:30', '13:30', '14:00'].entries())
      await load(time, { [rises]: 103.5 + at, [falls]: 92.5 - at })
    await world.evaluate()
    expect((await textsOf(rises)).toSorted()).toEqual([
      expect.stringContaining('10:30'),
      expect.stringMatching(/was at 103\.50 at 10:30 on .+, at or above the 103\.00 you set/),
    ])
    expect(await textsOf(falls)).toEqual([expect.stringContaining('was at 92.50 at 10:30')])
    const { data } = await (await world.as(who)).ask(alertFirings, { params: { alertId: String(alertId) } })
    expect(data.map(({ seen }) => seen)).toEqual([`${world.lastDay()} 10:30`])
    await forget()
    await pool().query('delete from watchlist')
  })

  it('a half-hour price snapshot from before the alert was set fires nothing', async () => {
    const code = stock()
    await world.goTo('09:00', { next: true })
    await snapshot('10:00', { [code]: 104 })
    await world.goTo('10:40')
    await world.set(who, { kind: 'price-above', stockCode: code, value: 103 })
    await world.goTo('10:50')
    await world.load(
      uploadMovers,
      { takenAt: `${world.lastDay()}T10:30` },
      { moversCsv: lines('stockCode,price,volume', `${code},104.5,5000`) },
    )
    await world.evaluate()
    expect(await textsOf(code)).toEqual([])
    await snapshot('11:00', { [code]: 104.6 })
    expect(await textsOf(code)).toEqual([expect.stringContaining('was at 104.60 at 11:00')])
    await forget()
  })
})

describe('one event that triggers several alerts', () => {
  it('is reported to a user once, and listed under each alert that it triggered', async () => {
    const [falls, rises, pick] = [stock(), stock(), stock()]
    await position(falls, 100)
    await issue(world.lastDay(), `${pick},90,100,104`)
    await world.evaluate()
    for (const stockCode of [undefined, falls]) await world.set(who, { kind: 'stop', stockCode })
    for (const stockCode of [undefined, pick]) await world.set(who, { kind: 'buy-point', stockCode })
    const prices = []
    for (const value of [103, 108, 104])
      prices.push(await world.set(who, { kind: 'price-above', stockCode: rises, value }))
    await world.set(who, { kind: 'move', stockCode: rises, value: 3 })
    const day = await world.newDay({ [falls]: { close: 92.5 }, [rises]: { close: 106 }, [pick]: { close: 105 } })
    expect(await textsOf(falls)).toHaveLength(1)
    expect(await textsOf(pick)).toHaveLength(1)
    expect((await textsOf(rises)).toSorted()).toEqual([
      expect.stringContaining('+6'),
      expect.stringContaining('at or above the 104.00 you set'),
    ])
    for (const [at, seen] of [
      [0, [day]],
      [1, []],
      [2, [day]],
    ] as const) {
      const { data } = await (await world.as(who)).ask(alertFirings, {
        params: { alertId: String(prices[at]!.alertId) },
      })
      expect(data.map(firing => firing.seen)).toEqual(seen)
    }
    // A price that is reached on a later day is a separate event.
    await world.newDay({ [rises]: { close: 108 } })
    expect(await textsOf(rises)).toHaveLength(3)
    await forget()
    await pool().query('delete from watchlist')
  })
})

describe('a list with more new stocks than one message names', () => {
  it('leads to ten names in the list’s message, and a separate report of the eleventh', async () => {
    const [stays, ...come] = codes.slice(0, 12)
    await world.newDay()
    await issue(world.lastDay(), `${stays},90,100,`)
    await world.evaluate()
    await world.set(who, { kind: 'entered' })
    for (const stockCode of come.slice(-2)) await world.set(who, { kind: 'entered', stockCode })
    await pool().query('delete from inbox_item')
    const day = await world.newDay()
    await issue(day, ...[stays, ...come].map(code => `${code},90,100,`))
    await world.evaluate()
    expect((await world.told(who)).map(({ title }) => title.en).toSorted()).toEqual([
      `Company ${come[10]} (${come[10]}.HK) entered the Hong Kong list`,
      'Hong Kong: stocks that entered the list',
    ])
    await forget()
  })
})

describe('alerts on publications', () => {
  it('report a new list with the stocks that entered and left, and report nothing when it is corrected', async () => {
    const [stays, goes, comes, also] = [stock(), stock(), stock(), stock()]
    await world.newDay()
    await issue(world.lastDay(), `${stays},90,100,`, `${goes},80,100,`)
    await world.evaluate()
    for (const kind of ['issue', 'entered', 'left']) await world.set(who, { kind })
    for (const name of [who, 'hk-quarterly']) await world.set(name, { kind: 'entered', stockCode: comes })
    await world.set(who, { kind: 'left', stockCode: stays })
    await pool().query('delete from inbox_item')
    const again = await world.load(
      uploadFinList,
      { exchange, issueDate: world.lastDay() },
      { finListCsv: lines('stockCode,percivalScore,close', `${stays},90,100`, `${goes},80,100`, `${comes},70,100`) },
    )
    expect(again.notes).not.toEqual([])
    await world.evaluate()
    expect(await world.told(who)).toEqual([])
    await issue(world.lastDay(), `${stays},90,100,`, `${goes},80,100,`)
    await world.evaluate()
    const day = await world.newDay()
    await issue(day, `${stays},90,100,`, `${comes},80,100,`, `${also},70,100,`)
    await world.evaluate()
    const told = await world.told(who)
    expect(told.map(({ kind, title }) => `${kind}: ${title.en}`).toSorted()).toEqual([
      'entered: Hong Kong: stocks that entered the list',
      'issue: Hong Kong: a new list',
      'left: Hong Kong: stocks that left the list',
    ])
    // A user with an alert on one stock is notified about that stock only.
    expect((await world.told('hk-quarterly')).map(({ title }) => title.en)).toEqual([
      `Company ${comes} (${comes}.HK) entered the Hong Kong list`,
    ])
    expect(told.find(({ title }) => title.en.endsWith('entered the list'))?.text.en).toContain(
      `: ${comes}, ${also}. In all: 2.`,
    )
    expect(told.find(({ kind }) => kind === 'left')?.text.en).toContain(`: ${goes}. In all: 1.`)
    expect(told.find(({ kind }) => kind === 'issue')).toMatchObject({
      link: `/finlist-hk?issueDate=${day}`,
      text: { en: expect.stringContaining('with 3 stocks') as string },
    })
    await issue(day, `${stays},90,100,`, `${also},70,100,`)
    await world.evaluate()
    expect(await world.told(who)).toHaveLength(3)
    await forget()
  })

  it('report all lists that were published while no alerts were evaluated, each with its own day', async () => {
    const [stays, comes, also] = [stock(), stock(), stock()]
    await world.newDay()
    await issue(world.lastDay(), `${stays},90,100,`)
    await world.evaluate()
    const alert = await world.set(who, { kind: 'entered' })
    await world.set(who, { kind: 'issue' })
    await pool().query('delete from inbox_item')
    const [first, second] = [await world.newDay(), await world.newDay()]
    const held = await pool().connect()
    await held.query('begin')
    await held.query(`select from alert_evaluated where topic = 'finlist:HKEX' for update`)
    await issue(first, `${stays},90,100,`, `${comes},80,100,`)
    await issue(second, `${stays},90,100,`, `${comes},80,100,`, `${also},70,100,`)
    await held.query('commit')
    held.release()
    await issue(second, `${stays},90,100,`, `${comes},80,100,`, `${also},71,100,`)
    await world.evaluate()
    expect((await world.told(who)).map(({ kind, happenedOn }) => `${happenedOn} ${kind}`).toSorted()).toEqual([
      `${first} entered`,
      `${first} issue`,
      `${second} entered`,
      `${second} issue`,
    ])
    const client = await world.as(who)
    const { data: firings } = await client.ask(alertFirings, { params: { alertId: String(alert.alertId) } })
    expect(firings.map(({ seen }) => seen)).toEqual([second, first])
    await pool().query(`update alert_firing set at = at + interval '3 days' where alert_id = $1`, [alert.alertId])
    const known = (await client.ask(alerts)).data.alerts.find(({ alertId }) => alertId === alert.alertId)
    expect(known?.firedAt?.slice(0, 10)).toBe(second)
    await forget()
  })

  it('report a changed market state, but not a correction of an old one', async () => {
    await world.set(who, { kind: 'state' })
    await pool().query('delete from inbox_item')
    const state = async (marketTrend: string, startDate: string, more: object = {}) => {
      const answer = await (await world.as('staff')).ask(updateTrend, {
        query: { exchange, ...(startDate && { startDate }) },
        body: { marketTrend, shortTerm: true, amend: false, ...more },
      })
      expect(answer.http).toBe(200)
      await world.evaluate()
    }
    const today = world.lastDay()
    await state('UPTREND', today)
    expect((await world.told(who)).map(({ text }) => text.en)).toEqual([
      expect.stringMatching(
        /^The short-term state of the Hong Kong market is “Uptrend” from .+ on\. It was “none” before\.$/,
      ),
    ])
    await state('DOWNTREND', previousTradingDay(exchange, today))
    await state('UPTREND', '', { amend: true })
    expect(await world.told(who)).toHaveLength(1)
    await state('UNDER_PRESSURE', '', { amend: true })
    expect((await world.told(who))[0]).toMatchObject({
      title: { zh: '港股：市況已改變' },
      text: { zh: expect.stringContaining('為「受壓」，之前為「上升趨勢」') as string },
      link: '/markettrend-hk',
    })
    await forget()
  })

  it('report a profit alert of a watched stock, unless it was released before the alert was set', async () => {
    const [own, listed, other] = [stock(), stock(), stock()]
    await position(listed, 100)
    const before = await world.goTo('19:00')
    await world.set(who, { kind: 'profit-alert' })
    await world.set(who, { kind: 'profit-alert', stockCode: own })
    const announce = async (...rows: string[]) => {
      const heads = 'stockCode,releaseTime,reportType,link'
      await world.load(
        uploadProfitAlerts,
        {},
        { profitAlertsCsv: lines(heads, ...rows.map(row => `${row},https://news.example/1.pdf`)) },
      )
      await world.evaluate()
    }
    await announce(`${own},${before} 18:30,POSITIVE`)
    expect(await textsOf(own)).toEqual([])
    const day = await world.goTo('12:00', { next: true })
    await announce(
      `${own},${day} 08:15,POSITIVE`,
      `${listed},${day} 08:20,PROFIT WARNING`,
      `${other},${day} 08:30,POSITIVE`,
    )
    expect(await textsOf(own)).toEqual([expect.stringContaining('announced at 08:15 on')])
    expect((await world.told(who)).find(({ title }) => title.en.includes(listed))).toMatchObject({
      title: {
        en: expect.stringContaining('a profit warning') as string,
        zh: expect.stringContaining('發出盈警') as string,
      },
      link: '/stock-news-hk',
    })
    expect(await textsOf(other)).toEqual([])
    await announce(`${own},${day} 08:15,OTHER`)
    expect(await textsOf(own)).toHaveLength(1)
    await forget()
    await pool().query('delete from watchlist')
  })

  it('report a change among the largest shareholdings for the newest date only', async () => {
    const [own, other] = [stock(), stock()]
    const heads = 'stockCode,shareholdingDate,participantId,participantName,shareholding,shareholdingPercent'
    const hold = async (date: string, ...rows: string[]) => {
      await world.load(
        uploadShareholdings,
        {},
        { shareholdingCsv: lines(heads, ...rows.map(row => row.replace('DATE', date))) },
      )
      await world.evaluate()
    }
    const [first, second] = [world.lastDay(), await world.newDay()]
    await hold(first, `${own},DATE,B01,Broker One,100,1`, `${other},DATE,B01,Broker One,100,1`)
    await world.set('free', { kind: 'shareholding', stockCode: own })
    await hold(first, `${own},DATE,B01,Broker One,200,2`)
    expect(await textsOf(own, 'free')).toEqual([])
    await hold(second, `${own},DATE,B01,Broker One,350,3.5`, `${other},DATE,B01,Broker One,350,3.5`)
    expect(await textsOf(own, 'free')).toEqual([
      expect.stringMatching(
        /^Broker One’s holding of .+ changed by \+1\.5 percentage points in a day, as at .+: one of the 20 largest changes\.$/,
      ),
    ])
    expect(await textsOf(other, 'free')).toEqual([])
    await hold(previousTradingDay(exchange, first), `${own},DATE,B01,Broker One,1,0.1`)
    expect(await textsOf(own, 'free')).toHaveLength(1)
    await forget()
  })
})

describe('alerts send nothing', () => {
  it('alerts send nothing while paused, nor later for events of that time', async () => {
    const code = stock()
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: code, value: 104 })
    const change = async (body: object) =>
      expect((await (await world.as(who)).ask(changeAlert, { params: { alertId: String(alertId) }, body })).http).toBe(
        200,
      )
    await change({ paused: true })
    const day = await world.newDay({ [code]: { close: 105 } })
    await change({ paused: false })
    await world.loadBars(barLine(code, day, { close: 106 }))
    await world.evaluate()
    expect(await textsOf(code)).toEqual([])
    await world.newDay({ [code]: { close: 100 } })
    await world.newDay({ [code]: { close: 105 } })
    expect(await textsOf(code)).toHaveLength(1)
    await forget()
  })

  it('alerts send nothing to a user who has lost the right; earlier firings are hidden until the right returns', async () => {
    const [pick, price] = [stock(), stock()]
    await issue(world.lastDay(), `${pick},90,100,104`)
    await pool().query(`delete from inbox_item`)
    const { rows } = await pool().query<{ user_id: number }>(
      `select user_id from users where email = 'hk-monthly@demo.example'`,
    )
    const { user_id } = rows[0]!
    const takeAway = () =>
      pool().query(`update plan_grant set ends_at = product_now() - interval '1 hour' where user_id = $1`, [user_id])
    const giveBack = () =>
      pool().query(`update plan_grant set ends_at = product_now() + interval '90 days' where user_id = $1`, [user_id])
    await giveBack()
    await world.set('hk-monthly', { kind: 'buy-point' })
    await world.set('hk-monthly', { kind: 'price-above', stockCode: price, value: 104 })
    await takeAway()
    await world.newDay({ [pick]: { close: 105 }, [price]: { close: 105 } })
    expect((await world.told('hk-monthly')).map(({ kind }) => kind)).toEqual(['price-above'])
    expect(
      (await pool().query(`select from alert_firing f join alert using (alert_id) where kind = 'buy-point'`)).rowCount,
    ).toBe(0)
    await giveBack()
    await issue(world.lastDay(), `${pick},90,105,107`)
    await world.newDay({ [pick]: { close: 108 } })
    expect((await world.told('hk-monthly')).map(({ kind }) => kind)).toEqual(['buy-point', 'price-above'])
    await takeAway()
    const client = await world.as('hk-monthly')
    expect((await world.told('hk-monthly')).map(({ kind }) => kind)).toEqual(['price-above'])
    const mine = (await client.ask(alerts)).data.alerts
    expect(mine.map(({ kind, asleep, firedAt }) => [kind, asleep, firedAt !== null])).toEqual([
      ['price-above', false, true],
      ['buy-point', true, false],
    ])
    const firings = await client.ask(alertFirings, { params: { alertId: String(mine[1]!.alertId) } })
    expect([firings.http, firings.data]).toEqual([200, []])
    await giveBack()
    await forget()
  })

  it('alerts send nothing beyond the account’s alert limit, counted from the oldest alert, nor to a blocked user', async () => {
    const mine = Array.from({ length: 6 }, () => stock())
    for (const stockCode of mine) await world.set('hk-quarterly', { kind: 'price-above', stockCode, value: 104 })
    const { rows } = await pool().query<{ user_id: number }>(
      `select user_id from users where email = 'hk-quarterly@demo.example'`,
    )
    const { user_id } = rows[0]!
    await pool().query(`update plan_grant set ends_at = product_now() where user_id = $1`, [user_id])
    const rise = Object.fromEntries(mine.map(code => [code, { close: 105 }]))
    await world.newDay(rise)
    expect((await world.told('hk-quarterly')).map(({ title }) => title.en.slice(8, 12)).toSorted()).toEqual(
      mine.slice(0, 5),
    )
    expect((await (await world.as('hk-quarterly')).ask(alerts)).data.alerts.map(({ asleep }) => asleep)).toEqual([
      true,
      ...Array.from({ length: 5 }, () => false),
    ])
    await world.newDay()
    await pool().query('update users set blocked_at = product_now() where user_id = $1', [user_id])
    await world.newDay(rise)
    const { rowCount } = await pool().query('select from inbox_item where user_id = $1', [user_id])
    expect(rowCount).toBe(5)
    await forget()
  })
})

describe('alerts are sent exactly once', () => {
  it('alerts are sent exactly once when several processes evaluate them together, and after a process was interrupted before sending', async () => {
    const { database } = world.testServer
    await world.newDay()
    await pool().query('delete from inbox_item')
    const { rows } = await pool().query<{ user_id: number }>(
      `select user_id from users where email = 'hk-yearly@demo.example'`,
    )
    await pool().query(
      `insert into alert (user_id, kind, exchange, stock_code, value, value_on, known_to)
       select $1, 'price-above', $2, code, 101, $4::date, $4::date from unnest($3::text[]) code`,
      [rows[0]!.user_id, exchange, codes, world.lastDay()],
    )
    // Make every batch fail after its firings are written.
    await pool().query(`
      create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
      create trigger cut_off before insert on inbox_item for each statement execute function cut_off()`)
    const day = await world.goTo('18:00', { next: true })
    await world.loadBars(...codes.map(it => barLine(it, day, { close: 105 })))
    const failures: unknown[] = []
    const log = { warn: (details: object) => void failures.push(details) }
    const others = () => Promise.all([1, 2, 3].map(() => evaluateAlerts({ ...partsOf(world.testServer), log })))
    await expect
      .poll(async () => {
        await others()
        return failures.length
      })
      .toBeGreaterThan(0)
    expect((await pool().query('select from inbox_item')).rowCount).toBe(0)
    expect((await pool().query('select from alert_firing')).rowCount).toBe(0)
    await pool().query('drop trigger cut_off on inbox_item; drop function cut_off')
    await expect
      .poll(async () => {
        await others()
        return (await pool().query(dueAlerts)).rowCount
      })
      .toBe(0)
    world.testServer.log.length = 0
    await others()
    expect((await pool().query('select from inbox_item')).rowCount).toBe(90)
    expect((await pool().query('select from alert_firing')).rowCount).toBe(90)
    // Simulate an interruption before the evaluation was recorded.
    await pool().query(`update alert_evaluated set published_at = null, upto = '{}'; delete from alert_bar_seen`)
    await others()
    expect((await pool().query('select from inbox_item')).rowCount).toBe(90)
    expect(database.changes.alive).toBe(true)
    await forget()
    await world.newDay()
  })

  it('alerts are sent exactly once to a user whose alert followed a renamed stock to its new code', async () => {
    const code = stock()
    await world.set(who, { kind: 'price-above', stockCode: code, value: 104 })
    await world.load(
      uploadRenames,
      { exchange },
      { renameCsv: lines('fromCode,toCode,on', `${code},9${code.slice(1)},${world.lastDay()}`) },
    )
    const renamed = `9${code.slice(1)}`
    const { data } = await (await world.as(who)).ask(alerts)
    expect(data.alerts.map(({ stockCode, value }) => [stockCode, value])).toEqual([[renamed, 104]])
    await pool().query('delete from inbox_item')
    const day = await world.goTo('18:00', { next: true })
    await world.loadBars(
      ...codes.map(it => barLine(it === code ? renamed : it, day, { close: it === code ? 105 : 100 })),
    )
    await world.evaluate()
    expect(await textsOf(renamed)).toHaveLength(1)
    await forget()
  })
})
