import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { user } from '@finlist/contract/account/account'
import { type TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnv } from '../../../../tools/child-env.ts'
import { readConfig } from '../../src/config.ts'
import { Browser } from '../browser.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({ SECOND_FACTOR: 'staff', ADMIN_EMAILS: 'hk-yearly@demo.example,new@demo.example' })
})
afterAll(() => testServer.close())

/**
 * Signs in to a demo account with one click; returns the browser, the sign-in's path, and the last page with its path.
 */
async function oneClick(name: string, browser = new Browser(testServer.base)) {
  const { path } = await browser.openSignIn()
  const email = `${name}@demo.example`
  const led = await browser.follow(await browser.submit(`${path}/one-click`, { email }), to => to === '/')
  return { browser, path, at: led.url.pathname, page: await led.answer.text() }
}

/** Sets up an authenticator app from the page, and finishes the sign-in. */
async function setUp({ browser, path, page }: Awaited<ReturnType<typeof oneClick>>): Promise<TOTP> {
  const app = URI.parse(/href="(otpauth:[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&')) as TOTP
  const codes = await browser.submit(`${path}/second-step`, {
    code: app.generate({ timestamp: testServer.clock.now() }),
  })
  expect(await codes.text()).toContain('Keep your recovery codes')
  const { url } = await browser.follow(await browser.submit(`${path}/second-step/done`, {}), to => to === '/')
  expect(url.pathname).toBe('/')
  return app
}

describe('the setting SECOND_FACTOR', () => {
  it('requires a second factor of staff and admins by default, except in demo mode', () => {
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'x@finlist.example' }
    const live = { PUBLIC_URL: 'https://finlist.example', TRUSTED_PROXIES: '1', ...mail }
    expect(readConfig({}).secondFactor).toBe('offered')
    expect(readConfig(live).secondFactor).toBe('staff')
    expect(readConfig({ ...live, DEMO_PUBLIC: 'yes' }).secondFactor).toBe('offered')
    expect(readConfig({ ...live, SECOND_FACTOR: 'everybody' }).secondFactor).toBe('everybody')
  })

  it('SECOND_FACTOR=staff requires a second factor only of staff and admins, including admins named by address', {
    tags: ['slow'],
  }, async () => {
    for (const [name, led] of [
      ['staff', true],
      ['admin', true],
      ['hk-yearly', true],
      ['free', false],
      ['affiliate', false],
      ['friend', false],
    ] as const) {
      const { at, page } = await oneClick(name)
      expect([name, at.endsWith('/second-step'), page.includes('requires two-step sign-in')]).toEqual([name, led, led])
    }
    const entered = await oneClick('staff')
    const app = await setUp(entered)
    const apiClient = new ApiClient(testServer)
    for (const [name, kept] of entered.browser.cookies) apiClient.browser.cookies.set(name, kept)
    await apiClient.takeToken()
    await apiClient.check()
    expect((await apiClient.ask(user)).http).toBe(200)
    const again = await oneClick('staff')
    expect(again.page).toContain('Enter the code from your app')
    const refused = await again.browser.submit(`${again.path}/second-step`, { code: app.generate({ timestamp: 0 }) })
    expect(refused.status).toBe(422)
  })

  it('SECOND_FACTOR=staff applies to a new role from the next sign-in on, even if the provider still has a session', async () => {
    const { browser, at } = await oneClick('credit')
    expect(at).toBe('/')
    expect((await browser.openSignIn()).path).toBe('/')
    await run('credit@demo.example', '--role', 'staff')
    expect((await browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
    expect((await oneClick('credit', browser)).page).toContain('requires two-step sign-in')
  })

  it('SECOND_FACTOR=staff makes a new user with an admin’s address set up a factor before their first sign-in ends', {
    tags: ['slow'],
  }, async () => {
    const browser = new Browser(testServer.base)
    const { path } = await browser.openSignIn()
    const email = 'new@demo.example'
    await browser.submit(`${path}/create`, { email })
    const newest = () =>
      testServer.database.db.selectFrom('outbox').select('body').where('recipient', '=', email).executeTakeFirst()
    await expect.poll(newest).toBeTruthy()
    const code = /\b\d{6}\b/.exec((await newest())!.body)![0]
    const proved = await browser.follow(await browser.submit(`${path}/code`, { code, purpose: 'create' }))
    const chosen = await browser.submit(proved.url.href, { 'new-password': 'another long phrase' })
    expect((await browser.follow(chosen)).url.pathname).toBe(`${path}/second-step`)
  })

  it('SECOND_FACTOR=everybody requires a second factor of everyone, SECOND_FACTOR=offered of no one', {
    tags: ['slow'],
  }, async () => {
    for (const [setting, led] of [
      ['everybody', true],
      ['offered', false],
    ] as const) {
      const other = await openTestServer({ SECOND_FACTOR: setting })
      try {
        for (const name of ['free', 'admin']) {
          const { at } = await oneClick(name, new Browser(other.base))
          expect([setting, name, at.endsWith('/second-step')]).toEqual([setting, name, led])
        }
      } finally {
        await other.close()
      }
    }
  })
})

describe('a lost second factor', () => {
  it('is removed by the operator’s command, which ends every session and is in the audit log', {
    tags: ['slow'],
  }, async () => {
    const entered = await oneClick('admin')
    await setUp(entered)
    expect(await run('admin@demo.example', '--second-factor', 'off')).toContain('two-step sign-in is off')
    expect((await entered.browser.post('/auth/token')).status).toBe(401)
    expect((await entered.browser.openSignIn()).path).toMatch(/^\/oidc\/interaction\//)
    const next = await oneClick('admin')
    expect(next.page).toContain('otpauth:')
    const noted = await testServer.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'second-factor-off')
      .execute()
    expect(noted).toMatchObject([{ by_name: 'command line' }])
    const { rows: letters } = await testServer.database.pool.query("select data from pgboss.job where name = 'post'")
    expect(letters).toMatchObject([
      { data: { to: 'admin@demo.example', subject: 'Two-step sign-in was turned off for your FinList account' } },
    ])
    expect(await run('admin@demo.example', '--second-factor', 'off')).toContain('no two-step sign-in is on')
    expect(await run('nobody@demo.example', '--second-factor', 'off')).toContain('no such account')
    expect(await run('admin@demo.example', '--second-factor', 'on')).toContain('--second-factor: off')
  })
})

async function run(...args: string[]): Promise<string> {
  const command = fileURLToPath(new URL('../../src/commands/user.ts', import.meta.url))
  const env = childEnv({ DATABASE_URL: testServer.databaseUrl })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout || stderr
}
