import { chooseChannels, subscribePush } from '@finlist/contract/channels'
import { alertKinds } from '@finlist/domain/alerts/kind-names'
import { languageIds } from '@finlist/i18n/languages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendToRecord, beginRecord } from '../../src/db/record/append.ts'
import { sundayEveningAfter, weeklyJob } from '../../src/features/channels/weekly-job.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { PushBrowser, PushStandIn } from './push-stand-in.ts'
import { chooseAll, leftFor, ownNote, tellOf } from './told-world.ts'

let testServer: TestServer
let standIn: PushStandIn
beforeAll(async () => {
  standIn = await PushStandIn.open()
  testServer = await openTestServer(
    { PUSH: 'on', SERVICE_EMAIL: 'help@finlist.example' },
    { connectPush: standIn.connect, dispatchEveryMs: 100 },
  )
})
afterAll(async () => {
  await testServer.close()
  await standIn.close()
})

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text)
/** Phrases of investment advice, which no text may contain. */
const advice = /\b(buy|sell) (now|it|this)|should (buy|sell)|recommend|建議(買|賣)|應(買|賣)|宜(買|賣)/i
const accounts = { en: 'hk-yearly', zh: 'hk-monthly' } as const

const outbox = (email: string) =>
  testServer.database.db.selectFrom('outbox').selectAll().where('recipient', '=', email).orderBy('message_id').execute()

describe.each(languageIds)('the texts of notifications in %s', language => {
  const email = `${accounts[language]}@demo.example`
  let person: ApiClient
  const browser = new PushBrowser()
  const open = new PushBrowser()
  const items = new Map<string, number>()
  type Message = { title: string; text: string; link: string; tag: string; language: string }
  const pushed = () => standIn.to(browser).map(({ body }) => JSON.parse(browser.read(body)) as Message)

  beforeAll(async () => {
    await testServer.database.db.updateTable('users').set({ language }).where('email', '=', email).execute()
    person = await ApiClient.signIn(testServer, accounts[language])
    await chooseAll(person, { mail: 'now', push: true })
    await person.ask(subscribePush, { body: browser.subscription })
    for (const kind of alertKinds)
      items.set(kind, await tellOf(testServer, person.userId, { kind, link: `/told-${kind}` }))
  })

  it('exist for e-mail and push', async () => {
    await expect.poll(async () => (await outbox(email)).length).toBe(alertKinds.length)
    await expect.poll(() => standIn.to(browser).length).toBe(alertKinds.length)
  })

  it.each(alertKinds)(
    'the e-mail of kind %s says what happened with the owner’s note, links to it and says how to turn off such e-mails',
    async kind => {
      const mail = (await outbox(email)).find(({ body }) => body.includes(`/told-${kind}\n`))!
      expect(mail.subject).not.toBe('')
      expect([mail.subject.includes(ownNote), mail.body.includes(ownNote)]).toEqual([false, true])
      expect(isChinese(mail.body)).toBe(language === 'zh')
      expect(`${mail.subject}\n${mail.body}`).not.toMatch(/\{\{|undefined|NaN|\bnull\b|inbox\.[a-z]|told\.[a-z]/)
      expect(mail.body).toContain(`/stop/${person.userId}.${kind}.`)
      expect(mail.body).toContain('/alerts?tab=channels')
      expect(mail.body.split('---')[0]).not.toMatch(advice)
    },
  )

  it.each(alertKinds)('the push message of kind %s has no price, no position and no note', kind => {
    const message = pushed().find(({ tag }) => tag === `i${items.get(kind)!}`)!
    expect(message).toMatchObject({ link: `/told-${kind}`, language })
    const said = `${message.title}\n${message.text}`
    expect(isChinese(said)).toBe(language === 'zh')
    expect(said).not.toContain(ownNote)
    expect(said).not.toMatch(/321|323|320|318|346|300|\{\{|inbox\.[a-z]|told\.[a-z]/)
    const namesStock = /700|Tencent|騰訊/.test(said)
    expect(namesStock).toBe(!['stop', 'chase', 'issue', 'state'].includes(kind))
    expect(said).not.toMatch(advice)
  })

  it('have prices in push messages if the user wants them', async () => {
    await person.ask(chooseChannels, { body: { pushNamesPrices: true } })
    await person.ask(subscribePush, { body: open.subscription })
    await tellOf(testServer, person.userId, { kind: 'price-above' })
    await expect.poll(() => standIn.to(open).length).toBe(1)
    expect(open.read(standIn.to(open)[0]!.body)).toContain('321.5')
  })

  it('are all in the daily digest of a market', async () => {
    await chooseAll(person, { mail: 'daily', push: false })
    for (const kind of alertKinds) await tellOf(testServer, person.userId, { kind, link: `/daily-${kind}` })
    const dailies = async () => (await leftFor(testServer, person.userId)).filter(({ how }) => how === 'daily')
    await expect
      .poll(async () => {
        const { rows } = await testServer.database.pool.query<{ count: number }>(
          'select count(*) from daily_item where user_id = $1',
          [person.userId],
        )
        return rows[0]!.count
      })
      .toBe(alertKinds.length)
    expect(await dailies()).toMatchObject([{ exchange: 'HKEX', state: 'waiting' }])
    await testServer.database.pool.query(`update dispatch set try_at = now() where how = 'daily' and user_id = $1`, [
      person.userId,
    ])
    const daily = async () => (await outbox(email)).find(({ body }) => body.includes(`/stop/${person.userId}.daily.`))
    await expect.poll(daily).toBeDefined()
    const letter = (await daily())!
    for (const kind of alertKinds) expect(letter.body).toContain(`/daily-${kind}`)
    expect(isChinese(letter.subject)).toBe(language === 'zh')
    expect(`${letter.subject}\n${letter.body}`).not.toMatch(/\{\{|undefined|NaN|inbox\.[a-z]|told\.[a-z]/)
  })

  it('are all in the weekly digest: list changes, alerts and the head of the record', async () => {
    const { database, clock } = testServer
    const { pool } = database
    await database.transaction(beginRecord)
    await database.transaction(tx => appendToRecord(tx, { kind: 'proposal', market: 'HKEX', body: { key: language } }))
    const codes = { '2026-09-04': ['0001', '0002', '0003'], '2026-09-11': ['0002', '0004', '0005'] }
    for (const [date, list] of Object.entries(codes)) {
      await pool.query(
        `insert into finlist_issue (exchange, issue_date, published_at) values ('HKEX', $1, $2) on conflict do nothing`,
        [date, new Date(clock.now())],
      )
      for (const code of list)
        await pool.query(
          `insert into finlist_pick (exchange, issue_date, stock_code, close, percival_score) values ('HKEX', $1, $2, 1, 1) on conflict do nothing`,
          [date, code],
        )
    }
    await pool.query(
      `with list as (insert into watchlist (user_id, watchlist_name) values ($1, 'own') returning user_id, watchlist_id)
      insert into watchlist_stock (user_id, watchlist_id, exchange, stock_code, buy_price, shares)
      select user_id, watchlist_id, 'HKEX', code, 1, 1 from list, unnest(array['0001', '0004', '0002']) code`,
      [person.userId],
    )
    const weekly = async () =>
      (await outbox(email)).filter(({ body }) => body.includes(`/stop/${person.userId}.weekly.`))
    const job = weeklyJob(database)
    await person.ask(chooseChannels, { body: { weekly: false } })
    await job.run(clock.now())
    await person.ask(chooseChannels, { body: { weekly: true } })
    expect((await job.run(clock.now())).rows).toBe(1)
    expect((await job.run(clock.now())).rows).toBe(0)
    await expect.poll(async () => (await weekly()).length).toBe(1)
    await person.ask(chooseChannels, { body: { weekly: false } })
    const [{ subject, body } = { subject: '', body: '' }] = await weekly()
    expect(isChinese(subject) && isChinese(body)).toBe(language === 'zh')
    expect(body).toMatch(language === 'zh' ? /新增 2 隻，剔除 2 隻/ : /2 new, 2 gone/)
    expect(body).toMatch(/: 0004\n|：0004\n/)
    expect(body).toMatch(/: 0001\n|：0001\n/)
    expect(body).toMatch(/127\.0\.0\.1:\d+\/finlist-record \d+ [0-9a-f]{64}/)
    expect(`${subject}\n${body}`).not.toMatch(/\{\{|undefined|NaN|inbox\.[a-z]|told\.[a-z]/)
  })
})

it('the weekly digest is sent on Sundays at 6 p.m. in Hong Kong', () => {
  expect(new Date(sundayEveningAfter(Date.parse('2026-09-16T06:00:00Z'))).toISOString()).toBe(
    '2026-09-20T10:00:00.000Z',
  )
  expect(new Date(sundayEveningAfter(Date.parse('2026-09-20T10:00:00Z'))).toISOString()).toBe(
    '2026-09-27T10:00:00.000Z',
  )
})

it('the weekly job is due if it never ran, and then every Sunday evening, even after a Sunday on which the server was stopped', () => {
  const { next } = weeklyJob(testServer.database)
  const sunday = Date.parse('2026-09-20T10:00:00Z')
  expect(next(undefined, sunday + 50)).toBeLessThanOrEqual(sunday + 50)
  expect(next(sunday - 86_400_000, sunday + 50)).toBe(sunday)
  expect(next(sunday + 50, sunday + 50)).toBe(Date.parse('2026-09-27T10:00:00Z'))
})
