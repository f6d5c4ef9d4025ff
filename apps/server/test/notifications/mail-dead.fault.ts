import type { Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../../../tools/free-port.ts'
import { Browser } from '../browser.ts'
import { show } from '../figure.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { openMailServer } from './mail-server.ts'

let testServer: TestServer
let port: number
let server: Server | undefined
const mails: string[] = []
beforeAll(async () => {
  port = await freePort()
  testServer = await openTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'finlist@finlist.example' })
})
afterAll(async () => {
  server?.close()
  await testServer.close()
})

it('while the mail server is down, a user is asked to check for the code, which arrives once the server is back', async context => {
  const browser = new Browser(testServer.base)
  const { path } = await browser.openSignIn()
  const since = performance.now()
  const sent = await browser.submit(`${path.replace(/\/$/, '')}/email-code`, { email: 'free@demo.example' })
  const { answer } = await browser.follow(sent)
  const ms = performance.now() - since
  expect(answer.status).toBe(200)
  expect(mails).toEqual([])
  server = await openMailServer(port, mails)
  await expect.poll(() => mails.length, { timeout: 120_000, interval: 200 }).toBe(1)
  expect(mails[0]).toContain('free@demo.example')
  show(
    context,
    { name: 'dead mail server: letters lost', is: '0 of 1', asked: '0' },
    { name: 'the person waited', is: `${ms.toFixed(0)} ms` },
  )
}, 150_000)
