import type { Server } from 'node:net'
import { chooseChannels, readChannels } from '@finlist/contract/channels'
import { dispatches, sendAgain } from '@finlist/contract/staff/dispatches'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { openMailServer } from './mail-server.ts'
import { chooseAll, leftFor, type Mail, readMail, tellOf } from './told-world.ts'

let testServer: TestServer
let server: Server
let apiClient: ApiClient
const raw: string[] = []
const refused = new Map<string, string>()
beforeAll(async () => {
  const port = await freePort()
  server = await openMailServer(port, raw, recipient => refused.get(recipient))
  testServer = await openTestServer(
    { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'finlist@finlist.example' },
    { dispatchEveryMs: 100 },
  )
  apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
})
afterAll(async () => {
  await testServer.close()
  server.close()
})

const mailsTo = (email: string): Mail[] => raw.map(readMail).filter(({ to }) => to === email)
const lastTo = async (email: string, count: number) => {
  await expect.poll(() => mailsTo(email).length).toBe(count)
  return mailsTo(email).at(-1)!
}
const mailOf = async (kind: string) =>
  (await apiClient.ask(readChannels)).data.choices.find(choice => choice.kind === kind)?.mail
const pathIn = (mail: Mail) => new URL(/<(.*)>/.exec(mail.headers.get('list-unsubscribe')!)![1]!).pathname
const at = (path: string, method: 'GET' | 'POST', body?: string) =>
  fetch(testServer.base + path, {
    method,
    ...(body && { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  })

describe('an optional e-mail', () => {
  let mail: Mail

  it('has a one-click unsubscribe address in its headers, complete and on one line', async () => {
    await chooseAll(apiClient, { mail: 'now', push: false })
    await tellOf(testServer, apiClient.userId)
    mail = await lastTo('hk-yearly@demo.example', 1)
    expect(mail.headers.get('list-unsubscribe')).toMatch(
      new RegExp(`^<${testServer.config.publicUrl.origin}/stop/${apiClient.userId}\\.price-above\\.[\\w-]{43}>$`),
    )
    expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.headers.get('message-id')).toMatch(/^<told-\d+-\d+@127\.0\.0\.1>$/)
    expect(mail.body).toContain(pathIn(mail))
  })

  it('is not turned off by merely opening its unsubscribe address, as mail scanners do', async () => {
    const page = await at(pathIn(mail), 'GET')
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/<form method="post" action="\/stop\/[^"]+"><button type="submit">/)
    expect(await mailOf('price-above')).toBe('now')
  })

  it('is turned off, with nothing else, by a POST to its unsubscribe address, without a sign-in and any number of times', async () => {
    await apiClient.browser.go('/auth/logout', {
      method: 'POST',
      headers: { 'x-requested-with': 'finlist', 'sec-fetch-site': 'same-origin' },
    })
    for (const body of ['List-Unsubscribe=One-Click', 'List-Unsubscribe=One-Click', 'anything']) {
      const answer = await at(pathIn(mail), 'POST', body)
      expect(answer.status).toBe(200)
      expect(answer.redirected).toBe(false)
    }
    apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    expect(await mailOf('price-above')).toBe('off')
    expect(await mailOf('price-below')).toBe('now')
    await tellOf(testServer, apiClient.userId)
    await tellOf(testServer, apiClient.userId, { kind: 'price-below' })
    expect((await lastTo('hk-yearly@demo.example', 2)).headers.get('list-unsubscribe')).toContain('.price-below.')
  })

  it('cannot be turned off through an address that was never sent', async () => {
    const path = pathIn(mail)
    for (const guessed of [
      path.replace('price-above', 'price-below'),
      path.replace(String(apiClient.userId), String(apiClient.userId + 1)),
      `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
      path.slice(0, -1),
      '/stop/',
      '/stop/x',
    ])
      expect([guessed, (await at(guessed, 'POST')).status]).toEqual([guessed, 404])
    expect(await mailOf('price-below')).toBe('now')
  })

  it('the daily digest has an address that turns off all alert e-mails, until mail is turned on again', async () => {
    await chooseAll(apiClient, { mail: 'daily', push: false })
    await tellOf(testServer, apiClient.userId)
    const daily = async () => (await leftFor(testServer, apiClient.userId)).filter(({ how }) => how === 'daily')
    await expect.poll(async () => (await daily()).length).toBe(1)
    await testServer.database.pool.query(`update dispatch set try_at = now() where how = 'daily'`)
    const letter = await lastTo('hk-yearly@demo.example', 3)
    expect((await at(pathIn(letter), 'POST')).status).toBe(200)
    const { data } = await apiClient.ask(readChannels)
    expect(data.choices.filter(choice => choice.mail !== 'off')).toEqual([])
    const { rows } = await testServer.database.pool.query('select no_daily from channel_setting where user_id = $1', [
      apiClient.userId,
    ])
    expect(rows).toEqual([{ no_daily: true }])
    await chooseAll(apiClient, { mail: 'daily', push: false })
    await tellOf(testServer, apiClient.userId)
    await expect.poll(async () => (await daily()).map(({ state }) => state)).toEqual(['sent', 'waiting'])
  })

  it('has an unsubscribe address that does nothing once the account is deleted', async () => {
    const leaving = await ApiClient.signIn(testServer, 'free')
    await chooseAll(leaving, { mail: 'now', push: false })
    await tellOf(testServer, leaving.userId)
    const path = pathIn(await lastTo('free@demo.example', 1))
    await testServer.database.db.deleteFrom('users').where('user_id', '=', leaving.userId).execute()
    for (const method of ['GET', 'POST'] as const) expect((await at(path, method)).status).toBe(404)
  })
})

describe('a mailbox that rejects mail', () => {
  const told = async (person: ApiClient) => {
    const item = await tellOf(testServer, person.userId)
    const row = async () => (await leftFor(testServer, person.userId)).find(({ item_id }) => item_id === item)
    await expect.poll(async () => (await row())?.attempts ?? 0).toBeGreaterThan(0)
    return (await row())!
  }

  it('permanently gets nothing more until its owner turns e-mail on again', async () => {
    const person = await ApiClient.signIn(testServer, 'us-yearly')
    await chooseAll(person, { mail: 'now', push: false })
    refused.set('us-yearly@demo.example', '550 5.1.1 no such user')
    expect(await told(person)).toMatchObject({ state: 'failed', error: expect.stringContaining('550') })
    await expect.poll(async () => (await person.ask(readChannels)).data.mailRefused).toBe(true)
    refused.clear()
    await tellOf(testServer, person.userId)
    await expect
      .poll(() =>
        testServer.database.db.selectFrom('inbox_item').select('item_id').where('handed_at', 'is', null).execute(),
      )
      .toEqual([])
    expect(await leftFor(testServer, person.userId)).toHaveLength(1)
    await person.ask(chooseChannels, { body: { choices: [{ kind: 'price-above', mail: 'now', push: false }] } })
    expect(await told(person)).toMatchObject({ state: 'sent' })
  })

  it.each([
    ['a temporary rejection is retried', '451 4.7.1 greylisted', 'waiting'],
    ['a rejection of our server does not pause e-mails', '550 5.7.1 relaying denied', 'failed'],
  ])('is paused only if the mailbox itself rejects mail permanently: %s', async (_, answer, state) => {
    const person = await ApiClient.signIn(testServer, 'hk-monthly')
    await chooseAll(person, { mail: 'now', push: false })
    refused.set('hk-monthly@demo.example', answer)
    expect(await told(person)).toMatchObject({ state })
    expect((await person.ask(readChannels)).data.mailRefused).toBe(false)
    refused.clear()
  })
})

describe('staff', () => {
  it('see deliveries by kind, with the numbers sent, waiting and failed, and can resend failed ones', async () => {
    const staff = await ApiClient.signIn(testServer, 'staff')
    const person = await ApiClient.signIn(testServer, 'hk-quarterly')
    await chooseAll(person, { mail: 'now', push: false })
    refused.set('hk-quarterly@demo.example', '550 5.7.1 relaying denied')
    await tellOf(testServer, person.userId, { kind: 'issue' })
    const row = async () => (await staff.ask(dispatches)).data.rows.find(({ kind }) => kind === 'issue')
    await expect.poll(async () => (await row())?.failed).toBe(1)
    expect(await row()).toMatchObject({ way: 'mail', sent: 0, fault: expect.stringContaining('550'), lastSentAt: null })
    refused.clear()
    const again = await staff.ask(sendAgain, { body: { way: 'mail', kind: 'issue' } })
    expect(again.data).toEqual({ again: 1 })
    await lastTo('hk-quarterly@demo.example', 1)
    await expect.poll(row).toMatchObject({ failed: 0, sent: 1, fault: '', lastSentAt: expect.any(String) })
    const nothing = await staff.ask(sendAgain, { body: { way: 'mail', kind: 'issue' } })
    expect(nothing.data).toEqual({ again: 0 })
    const log = await testServer.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'told-again')
      .execute()
    expect(log.map(({ facts }) => facts)).toContainEqual({ way: 'mail', kind: 'issue', count: 1 })
  })

  it('can resend a failed daily digest once per market, with everything since', async () => {
    const staff = await ApiClient.signIn(testServer, 'staff')
    const person = await ApiClient.signIn(testServer, 'jp-trial')
    await chooseAll(person, { mail: 'daily', push: false })
    for (const stockCode of ['1', '2']) {
      await tellOf(testServer, person.userId, { stockCode })
      await expect
        .poll(async () => (await leftFor(testServer, person.userId)).filter(({ state }) => state === 'waiting').length)
        .toBe(1)
      await testServer.database.db
        .updateTable('dispatch')
        .set({ state: 'failed', error: 'for the test' })
        .where('user_id', '=', person.userId)
        .execute()
    }
    expect((await staff.ask(sendAgain, { body: { way: 'daily', kind: 'daily' } })).data).toEqual({ again: 1 })
    const letter = await lastTo('jp-trial@demo.example', 1)
    for (const stock of ['(1.HK)', '(2.HK)']) expect(letter.body).toContain(stock)
  })
})
