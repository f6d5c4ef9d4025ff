// @module-tag slow
import { alertFirings, alerts, changeAlert, deleteAlert, restoreAlert, setAlert } from '@finlist/contract/alerts'
import { uploadMovers } from '@finlist/contract/movers'
import { addDays, nextTradingDay } from '@finlist/domain/calendar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateAlerts } from '../../src/features/alerts/evaluate/evaluate.ts'
import { lines } from '../data/send-files.ts'
import { type AlertWorld, barLine, codes, exchange, openAlertWorld, partsOf } from './alert-world.ts'

let world: AlertWorld
beforeAll(async () => {
  world = await openAlertWorld()
})
afterAll(() => world.testServer.close())

const who = 'hk-yearly'
const pool = () => world.testServer.database.pool
let used = 0
const stock = () => codes[used++]!
const forget = () => pool().query('delete from alert; delete from inbox_item')

async function textsOf(needle: string, name = who): Promise<string[]> {
  return (await world.told(name)).flatMap(({ text }) => (text.en.includes(needle) ? [text.en] : []))
}
async function change(alertId: number, body: object) {
  const asked = { params: { alertId: String(alertId) }, body }
  return (await world.as(who)).ask(changeAlert, asked)
}
const listed = async () => (await (await world.as(who)).ask(alerts)).data.alerts
const stateOf = async (id: number) => (await listed()).find(({ alertId }) => alertId === id)!
const seenBy = async (alertId: number) => {
  const { data } = await (await world.as(who)).ask(alertFirings, { params: { alertId: String(alertId) } })
  return data.map(({ seen }) => seen)
}

/** Runs `work` while nothing is evaluated, then evaluates everything that it published in one go. */
async function afterDowntime(work: () => Promise<unknown>) {
  const held = await pool().connect()
  await held.query(`begin; select from alert_evaluated where topic in ('prices:HKEX', 'movers:HKEX') for update`)
  try {
    await work()
  } finally {
    await held.query('commit')
    held.release()
  }
  const log = { warn: (details: object) => expect(details).toBeUndefined() }
  await Promise.all([1, 2, 3].map(() => evaluateAlerts({ ...partsOf(world.testServer), log })))
  await world.evaluate()
}
async function load(code: string, close: number) {
  const day = await world.goTo('18:00', { next: true })
  await world.loadBars(...codes.map(it => barLine(it, day, { close: it === code ? close : 100 })))
  return day
}

describe('an alert that fires once', () => {
  it('fires at the first event after days of downtime, is then done, and can be set again', async () => {
    const code = stock()
    const once = await world.set(who, { kind: 'price-above', stockCode: code, value: 104, once: true })
    const each = await world.set(who, { kind: 'price-above', stockCode: code, value: 103 })
    expect([once.once, once.doneAt, each.once]).toEqual([true, null, false])
    const days: string[] = []
    await afterDowntime(async () => {
      for (const close of [102, 105, 99, 106]) days.push(await load(code, close))
    })
    expect(await seenBy(once.alertId)).toEqual([days[1]])
    expect(await seenBy(each.alertId)).toEqual([days[3], days[1]])
    expect(await stateOf(once.alertId)).toMatchObject({ paused: false, doneAt: expect.any(String) as string })
    expect(await stateOf(each.alertId)).toMatchObject({ doneAt: null })
    await world.newDay()
    await world.newDay({ [code]: { close: 107 } })
    expect(await seenBy(once.alertId)).toEqual([days[1]])
    expect((await change(once.alertId, { paused: false })).data).toMatchObject({ doneAt: null, once: true })
    // Everything is evaluated again, as after an interruption: what is past does not fire the alert that was set again.
    await pool().query(`update alert_evaluated set published_at = null, upto = '{}'; delete from alert_bar_seen`)
    await afterDowntime(async () => undefined)
    expect(await seenBy(once.alertId)).toEqual([days[1]])
    await world.newDay()
    const again = await world.newDay({ [code]: { close: 108 } })
    expect(await seenBy(once.alertId)).toEqual([again, days[1]])
    await forget()
  })

  it('is done by a half-hour price, so that neither a later one nor the close fires it', async () => {
    const code = stock()
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: code, value: 103, once: true })
    await world.goTo('09:00', { next: true })
    await afterDowntime(async () => {
      for (const [time, price] of [
        ['10:00', 102],
        ['10:30', 104],
        ['11:00', 105],
      ] as const) {
        const takenAt = `${await world.goTo(time)}T${time}`
        await world.load(
          uploadMovers,
          { takenAt },
          { moversCsv: lines('stockCode,price,volume', `${code},${price},5000`) },
        )
      }
      const day = await world.goTo('18:00')
      await world.loadBars(...codes.map(it => barLine(it, day, { close: it === code ? 106 : 100 })))
    })
    await world.newDay()
    await world.newDay({ [code]: { close: 106 } })
    expect(await textsOf(code)).toHaveLength(1)
    expect(await seenBy(alertId)).toHaveLength(1)
    await forget()
  })

  it('of every stock fires for one stock only, even if several trigger it on the same day', async () => {
    const [one, other] = [stock(), stock()]
    await pool().query(`insert into finlist_issue (exchange, issue_date) values ('HKEX', $1)`, [world.lastDay()])
    for (const code of [one, other])
      await pool().query(
        `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score, buy_point)
         values ('HKEX', $1, $2, 100, 90, 104)`,
        [world.lastDay(), code],
      )
    const { alertId } = await world.set(who, { kind: 'buy-point', once: true })
    await world.newDay({ [one]: { close: 105 }, [other]: { close: 106 } })
    expect(await seenBy(alertId)).toHaveLength(1)
    expect(await world.told(who)).toHaveLength(1)
    await forget()
    await pool().query('delete from finlist_issue')
  })

  it('becomes active when it is to fire each time, and stays done when only its note changes or it is restored', async () => {
    const code = stock()
    const { alertId } = await world.set(who, { kind: 'price-above', stockCode: code, value: 104, once: true })
    await world.newDay({ [code]: { close: 105 } })
    const { doneAt } = await stateOf(alertId)
    expect((await change(alertId, { note: 'Again?' })).data).toMatchObject({ doneAt, note: 'Again?' })
    const client = await world.as(who)
    await client.ask(deleteAlert, { params: { alertId: String(alertId) } })
    const restored = await client.ask(restoreAlert, { params: { alertId: String(alertId) } })
    expect(restored.data).toMatchObject({ doneAt, once: true })
    expect((await change(alertId, { once: false })).data).toMatchObject({ doneAt: null, once: false })
    await world.newDay()
    await world.newDay({ [code]: { close: 105 } })
    expect(await seenBy(alertId)).toHaveLength(2)
    await forget()
  })
})

it('that an alert fired is hidden from a user who has lost the right to its kind', async () => {
  const name = 'hk-quarterly'
  const { alertId } = await world.set(name, { kind: 'issue', once: true })
  await pool().query('insert into alert_done (alert_id) values ($1)', [alertId])
  const doneAt = async () => (await (await world.as(name)).ask(alerts)).data.alerts[0]!.doneAt
  expect(await doneAt()).not.toBeNull()
  const { userId } = await world.as(name)
  await pool().query(`update plan_grant set ends_at = product_now() where user_id = $1`, [userId])
  expect(await doneAt()).toBeNull()
  await pool().query(`update plan_grant set ends_at = product_now() + interval '1 year' where user_id = $1`, [userId])
  await forget()
})

describe('an alert with an end', () => {
  it('fires for events until then, however late they are evaluated, and for none afterwards', async () => {
    const code = stock()
    const first = nextTradingDay(exchange, world.lastDay())
    const last = nextTradingDay(exchange, nextTradingDay(exchange, first))
    const set = await world.set(who, { kind: 'move', stockCode: code, value: 3, expiresOn: last })
    expect(set).toMatchObject({ expiresOn: last, ended: false })
    const days: string[] = []
    await afterDowntime(async () => {
      for (const close of [104, 100, 104, 100, 104]) days.push(await load(code, close))
    })
    expect(days[2]).toBe(last)
    expect(await seenBy(set.alertId)).toEqual([days[2], days[1], days[0]])
    expect(await stateOf(set.alertId)).toMatchObject({ ended: true, doneAt: null })
    // A later end makes it active again, from now on.
    let later = ''
    await afterDowntime(async () => {
      await load(code, 100)
      later = addDays(world.lastDay(), 30)
      expect((await change(set.alertId, { expiresOn: later })).data).toMatchObject({ expiresOn: later, ended: false })
    })
    expect(await seenBy(set.alertId)).toHaveLength(3)
    await world.newDay({ [code]: { close: 104 } })
    expect(await seenBy(set.alertId)).toHaveLength(4)
    expect((await change(set.alertId, { expiresOn: null })).data).toMatchObject({ expiresOn: null, ended: false })
    await forget()
  })

  it('cannot end before today, nor on a day that does not exist', async () => {
    const client = await world.as(who)
    const body = { exchange, kind: 'issue' } as const
    const { data } = await client.ask(setAlert, { body: { ...body, expiresOn: world.lastDay() } })
    expect(data).toMatchObject({ ended: false })
    for (const expiresOn of [addDays(world.lastDay(), -1), '2026-02-30', 'tomorrow']) {
      const other = { ...body, kind: 'state' as const, expiresOn }
      for (const { http, errors } of [
        await client.ask(setAlert, { body: other }),
        await change(data.alertId, { expiresOn }),
      ])
        expect([expiresOn, http, errors[0]!.field]).toEqual([expiresOn, 400, 'expiresOn'])
    }
    await forget()
  })
})

describe('the note of an alert', () => {
  it('is in its owner’s messages in both languages, and in nobody else’s', async () => {
    const code = stock()
    const note = 'Bought 2,000 at 98; see {{close}}'
    await world.set(who, { kind: 'price-above', stockCode: code, value: 104, note: `  ${note} ` })
    await world.set('hk-quarterly', { kind: 'price-above', stockCode: code, value: 104 })
    await world.newDay({ [code]: { close: 105 } })
    const [own] = await world.told(who)
    expect(own!.text.en).toMatch(
      /at or above the 104\.00 you set\. Your note: “Bought 2,000 at 98; see \{\{close\}\}”$/,
    )
    expect(own!.text.zh).toContain(`你的備註：「${note}」`)
    expect(JSON.stringify(own!.title)).not.toContain('2,000')
    expect(JSON.stringify(await world.told('hk-quarterly'))).not.toMatch(/note|備註|2,000/)
    expect(await textsOf(code, 'hk-quarterly')).toHaveLength(1)
    await forget()
  })

  it('is of 200 characters at most, without web addresses or hidden characters, and can be cleared', async () => {
    const { alertId } = await world.set(who, { kind: 'issue', note: 'x'.repeat(200) })
    for (const note of ['x'.repeat(201), 'https://evil.example', 'a\u202eb', 'two\nlines']) {
      const { http, errors } = await change(alertId, { note })
      expect([note, http, errors[0]!.field]).toEqual([note, 400, 'note'])
    }
    expect((await change(alertId, { note: '' })).data).toMatchObject({ note: '' })
    await forget()
  })
})
