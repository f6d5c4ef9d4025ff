import { user } from '@finlist/contract/account/account'
import { finListStocks } from '@finlist/contract/finlist'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { show } from '../figure.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

const hourMs = 3_600_000

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

it.each([
  ['an hour back', -hourMs],
  ['half a day back', -12 * hourMs],
  ['an hour on', hourMs],
  ['forty days on', 40 * 24 * hourMs],
])(
  'when the clock steps %s, no right is gained, and a user can sign in again',
  async (_, stepMs) => {
    testServer.clock.offsetMs = 0
    const before = await ApiClient.signIn(testServer, 'free')
    const closed = await before.ask(finListStocks, { params: { exchange: 'US' } })
    expect(closed.http).toBe(403)
    testServer.clock.offsetMs = stepMs
    const after = await before.ask(finListStocks, { params: { exchange: 'US' } })
    expect([401, 403]).toContain(after.http)
    const anew = await ApiClient.byToken(testServer, 'free')
    expect((await anew.ask(user)).http).toBe(200)
    expect((await anew.ask(finListStocks, { params: { exchange: 'US' } })).http).toBe(403)
    testServer.clock.offsetMs = 0
    expect((await (await ApiClient.byToken(testServer, 'free')).ask(user)).http).toBe(200)
  },
  60_000,
)

it('when the clock steps past a subscriber’s expiry and back, the right ends and returns with it', async context => {
  testServer.clock.offsetMs = 0
  const asked = { params: { exchange: 'HKEX' } }
  const httpAt = async (offsetMs: number) => {
    testServer.clock.offsetMs = offsetMs
    return (await (await ApiClient.byToken(testServer, 'hk-monthly')).ask(finListStocks, asked)).http
  }
  const [now, later, back] = [await httpAt(0), await httpAt(400 * 24 * hourMs), await httpAt(0)]
  expect(later).toBe(403)
  expect(back).toBe(now)
  show(context, { name: 'clock steps: rights gained', is: '0 of 5 steps', asked: '0' })
})
