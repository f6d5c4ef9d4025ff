import type { Server } from 'node:net'
import { subscribePush } from '@finlist/contract/channels'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { show } from '../figure.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { openMailServer } from './mail-server.ts'
import { PushBrowser, PushStandIn } from './push-stand-in.ts'
import { chooseAll, leftFor, readMail, tellOf } from './told-world.ts'

let testServer: TestServer
let mailPort: number
let mailServer: Server | undefined
let standIn: PushStandIn
const mails: string[] = []
beforeAll(async () => {
  mailPort = await freePort()
  standIn = await PushStandIn.open()
  testServer = await openTestServer(
    {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'a@finlist.example',
      PUSH: 'on',
      SERVICE_EMAIL: 'a@finlist.example',
    },
    { connectPush: standIn.connect, dispatchEveryMs: 100 },
  )
})
afterAll(async () => {
  await testServer.close()
  mailServer?.close()
  await standIn.close()
})

const told = 5
const hourMs = 3_600_000
/** Lets a day pass. Every four hours pending deliveries are retried and fail again. */
async function aDay({ userId }: ApiClient) {
  let tried = 0
  const triedAgain = async () => {
    const rows = await leftFor(testServer, userId)
    const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
    const isOver = rows.length === told && rows.every(({ try_at }) => try_at.getTime() > testServer.clock.now())
    return isOver && attempts > tried && (tried = attempts)
  }
  for (let hour = 0; hour <= 24; hour += 4) {
    await expect.poll(triedAgain).toBeTruthy()
    testServer.clock.offsetMs += 4 * hourMs
  }
}

it('after the mail server was down for a day every e-mail is delivered exactly once', async context => {
  const person = await ApiClient.signIn(testServer, 'hk-yearly')
  await chooseAll(person, { mail: 'now', push: false })
  for (let n = 0; n < told; n++) await tellOf(testServer, person.userId, { stockCode: String(n + 1) })
  const rows = () => leftFor(testServer, person.userId)
  await aDay(person)
  expect(mails).toEqual([])
  expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: told }, () => 'waiting'))
  mailServer = await openMailServer(mailPort, mails)
  testServer.clock.offsetMs += hourMs
  await expect.poll(() => mails.length).toBe(told)
  await expect.poll(async () => (await rows()).every(({ state }) => state === 'sent')).toBe(true)
  expect(new Set(mails.map(raw => readMail(raw).headers.get('message-id'))).size).toBe(told)
  show(context, { name: 'mail server dead for a day: e-mails lost or twice', is: `0 of ${told}`, asked: '0' })
})

it('a push service that answers 429 with Retry-After for a day is not called before each stated time, and afterwards gets every message once', async context => {
  const person = await ApiClient.signIn(testServer, 'hk-monthly')
  await chooseAll(person, { mail: 'off', push: true })
  const browser = new PushBrowser()
  await person.ask(subscribePush, { body: browser.subscription })
  standIn.answer = () => ({ status: 429, headers: { 'retry-after': String((4 * hourMs) / 1_000 - 60) } })
  for (let n = 0; n < told; n++) await tellOf(testServer, person.userId, { stockCode: String(n + 1) })
  await aDay(person)
  const refused = standIn.to(browser).length
  // Each of the seven attempts sends at most one full batch.
  expect(refused).toBeLessThanOrEqual(7 * told)
  standIn.answer = () => ({ status: 201 })
  testServer.clock.offsetMs += 4 * hourMs
  const rows = () => leftFor(testServer, person.userId)
  await expect
    .poll(async () => (await rows()).map(({ state }) => state))
    .toEqual(Array.from({ length: told }, () => 'sent'))
  const taken = standIn.to(browser).slice(refused)
  expect(new Set(taken.map(({ headers }) => headers['topic'])).size).toBe(told)
  expect(taken).toHaveLength(told)
  show(context, { name: 'push service at its limit for a day: messages lost or twice', is: `0 of ${told}`, asked: '0' })
})
