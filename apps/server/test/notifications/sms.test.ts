import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccount } from '@finlist/identity/accounts'
import { hashPassword } from '@finlist/identity/password'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { Browser } from '../browser.ts'
import { countAnew } from '../http/limits.ts'
import { ApiClient, cheapPasswords, openTestServer, type TestServer } from '../test-server.ts'

/** The SMS gateway; `sent` has the messages that it received. */
let gateway: Server
let sent: { to: string; text: string }[] = []
let testServer: TestServer
beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += String(chunk)))
    request.on('end', () => {
      sent.push(JSON.parse(body) as { to: string; text: string })
      response.end()
    })
  })
  await new Promise<void>(resolve => gateway.listen(0, '127.0.0.1', resolve))
  testServer = await openTestServer(settings())
})
afterAll(async () => {
  await testServer.close()
  gateway.close()
})
beforeEach(() => {
  sent = []
})

const settings = (more: Record<string, string> = {}) => ({
  SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
  SMS_COUNTRIES: 'HK,JP',
  LOG_LEVEL: 'warn',
  ...more,
})

const password = 'a long enough phrase'
let people = 0
/** Creates a user who has just confirmed the password and is on the page for entering a phone number. */
async function atThePhonePage(at: TestServer = testServer) {
  const email = `texter-${++people}@demo.example`
  const passwordHash = await hashPassword(password, cheapPasswords)
  const { subject } = await createAccount(at.database.pool, { email, emailVerified: true, passwordHash })
  await at.database.db.insertInto('users').values({ issuer: 'embedded', subject, email }).execute()
  const { browser } = await ApiClient.signIn(at, email, password)
  await browser.submit('/oidc/account/confirm?for=phone', { 'current-password': password })
  const give = async (phone: string, language = 'en') => {
    const answer = await browser.submit(`/oidc/account/phone?lang=${language}`, { phone })
    const error = /class="error[^>]*>([^<]*)</.exec(await answer.text())?.[1]
    return { http: answer.status, error, retryAfter: answer.headers.get('retry-after') }
  }
  return { email, browser, give }
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => `+8526123${4_500 + from + nth}`)
const lettersTo = async (at: TestServer, email: string) =>
  (
    await at.database.db
      .selectFrom('outbox')
      .select('subject')
      .where('recipient', '=', email)
      .orderBy('message_id')
      .execute()
  ).map(({ subject }) => subject)

describe('a code by text message', () => {
  it('goes to at most three new numbers a day per account, even with forty requested at the same time', async () => {
    const { give } = await atThePhonePage()
    const answers = await Promise.all(numbers(40).map(number => give(number)))
    expect(answers.filter(({ http }) => http === 303)).toHaveLength(3)
    const refused = answers.filter(({ http }) => http !== 303)
    expect(new Set(refused.map(({ http, error }) => `${http} ${error}`))).toEqual(
      new Set([
        '429 An account can have codes sent to at most 3 new numbers a day. Use one you entered today, or try again in 24 hours.',
      ]),
    )
    expect(Number(refused[0]!.retryAfter)).toBeGreaterThan(86_000)
    await expect.poll(() => new Set(sent.map(({ to }) => to)).size).toBe(3)
    expect(testServer.log.filter(line => line.includes('"numbers"'))).toHaveLength(37)
  })

  it('still goes to another account’s numbers, to a number used before, and to new numbers the next day', {
    tags: ['slow'],
  }, async () => {
    const { give } = await atThePhonePage()
    const [first, second, third, fourth] = numbers(4, 100) as [string, string, string, string]
    for (const number of [first, second, third]) expect((await give(number)).http).toBe(303)
    expect(await give(fourth, 'zh')).toMatchObject({
      http: 429,
      error: '每個帳戶每日最多可要求把驗證碼傳送至 3 個新號碼。請使用今日輸入過的號碼，或於 24 小時後再試。',
    })
    await testServer.database.pool.query('delete from identity_limit')
    expect((await give(second)).http).toBe(303)
    try {
      testServer.clock.offsetMs = 86_400_000 - 3_600_000
      expect((await give(fourth)).http).toBe(429)
      testServer.clock.offsetMs = 86_400_000
      expect((await give(fourth)).http).toBe(303)
    } finally {
      testServer.clock.offsetMs = 0
    }
    await expect.poll(() => sent.map(({ to }) => to).toSorted()).toEqual([first, second, second, third, fourth])
  })

  it('goes only to countries that the operator allows, and the page names them', async () => {
    const { give } = await atThePhonePage()
    const elsewhere = ['+12025550123', '+447400123456', '+18765550123', '+8613800138000']
    for (const number of elsewhere)
      expect(await give(number)).toMatchObject({
        http: 422,
        error: 'Text messages can only be sent to numbers in: Hong Kong SAR China and Japan.',
      })
    expect((await give(elsewhere[0]!, 'zh')).error).toBe(
      '短訊只會傳送至以下國家或地區的號碼：中國香港特別行政區及日本。',
    )
    for (const number of [...numbers(1, 200), '+819012345678']) expect((await give(number)).http).toBe(303)
    await expect.poll(() => sent.map(({ to }) => to).toSorted()).toEqual(['+819012345678', ...numbers(1, 200)])
  })

  it('is not sent to a verified number whose country was removed, and the answer does not reveal that', async () => {
    const subject = (
      await createAccount(testServer.database.pool, {
        email: 'far@demo.example',
        emailVerified: true,
        phone: '+12025550123',
        phoneVerified: true,
      })
    ).subject
    const answers = []
    for (const email of ['far@demo.example', 'nobody@demo.example']) {
      const browser = new Browser(testServer.base)
      const { path } = await browser.openSignIn()
      const { answer, url } = await browser.follow(await browser.submit(`${path}/sms-code`, { email }))
      answers.push([answer.status, url.pathname.endsWith('/code')])
    }
    expect(subject).toBeTruthy()
    expect(answers).toEqual([
      [200, true],
      [200, true],
    ])
    await expect.poll(() => testServer.log.some(line => line.includes('"country"'))).toBe(true)
    expect(sent).toEqual([])
  })

  it('is not sent to anyone once the hourly limit is reached, and staff are notified once', {
    tags: ['slow'],
  }, async () => {
    const small = await openTestServer(settings({ SMS_PER_HOUR: '2' }))
    try {
      const [first, second] = [await atThePhonePage(small), await atThePhonePage(small)]
      const [one, two, three] = numbers(3, 300) as [string, string, string]
      expect((await first.give(one)).http).toBe(303)
      expect((await second.give(two)).http).toBe(303)
      await expect.poll(() => sent.length).toBe(2)
      await expect
        .poll(async () => await lettersTo(small, 'admin@demo.example'))
        .toEqual(['FinList: no more text messages this hour'])
      const words = 'The limit of text messages for this hour has been reached.'
      for (const { give } of [first, second])
        expect(await give(three)).toMatchObject({ http: 429, error: expect.stringContaining(words) })
      for (const email of ['hk-yearly@demo.example', 'nobody@demo.example']) {
        const browser = new Browser(small.base)
        const { path } = await browser.openSignIn()
        const answer = await browser.submit(`${path}/sms-code`, { email })
        expect([answer.status, (await answer.text()).includes(words)]).toEqual([429, true])
      }
      expect(sent).toHaveLength(2)
      for (const name of ['admin', 'staff'])
        expect(await lettersTo(small, `${name}@demo.example`)).toEqual(['FinList: no more text messages this hour'])
      await countAnew(small)
      expect((await first.give(three)).http).toBe(303)
      await expect.poll(() => sent.length).toBe(3)
    } finally {
      await small.close()
    }
  })
})

it('the verification of a number is announced by e-mail, and so is its replacement', async () => {
  const { email, browser, give } = await atThePhonePage()
  const prove = async (number: string) => {
    await give(number)
    await expect.poll(() => sent.at(-1)?.to).toBe(number)
    const code = /\b\d{6}\b/.exec(sent.at(-1)!.text)![0]
    expect((await browser.submit('/oidc/account/phone/code', { code })).headers.get('location')).toContain('done=phone')
  }
  await prove('+85261239001')
  await browser.submit('/oidc/account/confirm?for=phone', { 'current-password': password })
  await prove('+85261239002')
  expect(await lettersTo(testServer, email)).toEqual([
    'You can now sign in to your FinList account by text message',
    'The phone number of your FinList account was changed',
  ])
})

it.each<[string, Record<string, string>]>([
  ['no countries are listed', {}],
  ['one of them is invalid', { SMS_COUNTRIES: 'HK,XX' }],
  ['they are calling codes', { SMS_COUNTRIES: '852' }],
])('with an SMS gateway the server does not start when %s', (_, more) => {
  const env = {
    PUBLIC_URL: 'https://finlist.example',
    TRUSTED_PROXIES: '0',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'a@finlist.example',
  }
  const sms = { SMS_URL: 'https://sms.example' }
  expect(() => readConfig({ ...env, ...sms, ...more })).toThrow('SMS_COUNTRIES: ')
  expect(readConfig({ ...env, ...sms, SMS_COUNTRIES: 'hk, MO' }).SMS_COUNTRIES).toEqual(['HK', 'MO'])
})
