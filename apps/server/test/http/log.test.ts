import { user } from '@finlist/contract/account/account'
import { listUploads } from '@finlist/contract/staff/admin'
import { expect, it } from 'vitest'
import { ApiClient, openTestServer } from '../test-server.ts'

it('the log has every response with its request id, and no token, code, cookie or key', async () => {
  const testServer = await openTestServer({ LOG_LEVEL: 'trace' })
  try {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    const answer = await apiClient.ask(user)
    await apiClient.raw('POST', '/users/user', '{')
    const { path } = await apiClient.browser.openSignIn('fresh=yes')
    await apiClient.browser.submit(`${path}/password`, {
      email: 'hk-yearly@demo.example',
      password: 'not the password',
    })
    await apiClient.browser.submit(`${path}/email-code`, { email: 'free@demo.example' })
    await apiClient.browser.go('/auth/callback?code=a-forged-code&state=x')
    const sent = () => testServer.database.db.selectFrom('outbox').select('body').execute()
    await expect.poll(async () => (await sent()).length).toBeGreaterThan(0)
    const [{ body } = { body: '' }] = await sent()

    const log = testServer.log.join('')
    expect(log).toContain(answer.headers.get('x-request-id'))
    expect(log).toContain('"route":"/api/users/user"')
    const secrets = [
      apiClient.token,
      apiClient.device!.key,
      /\b\d{6}\b/.exec(body)![0],
      'not the password',
      'a-forged-code',
      ...[...apiClient.browser.cookies.values()].map(({ value }) => value).filter(value => value.length > 20),
    ]
    expect(secrets.filter(secret => log.includes(secret))).toEqual([])
    expect(log).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
  } finally {
    await testServer.close()
  }
})

it('the log has named events for sign-ins, failed sign-ins, refused calls and exceeded limits', async () => {
  const testServer = await openTestServer({ LOG_LEVEL: 'info' })
  try {
    const apiClient = await ApiClient.signIn(testServer, 'free')
    await apiClient.ask(listUploads)
    await new ApiClient(testServer).ask(user)
    const stranger = new ApiClient(testServer).browser
    const { path } = await stranger.openSignIn()
    for (let tries = 0; tries < 11; tries++)
      await stranger.submit(`${path}/password`, { email: 'nobody@demo.example', password: `not ${tries} the password` })
    await stranger.submit(`${path}/email-code`, { email: 'free@demo.example' })
    await stranger.submit(`${path}/code`, { purpose: 'sign-in', code: '000000' })
    await apiClient.browser.signOut()

    const lines = testServer.log.map(line => JSON.parse(line) as Record<string, unknown>)
    const events = (name: string) => lines.filter(({ event }) => event === name)
    const account = events('signed-in')[0]!['account']
    const from = { ip: '127.0.0.1', time: expect.any(Number), reqId: expect.any(String) }
    expect(events('signed-in')).toMatchObject([
      { ...from, account: expect.stringMatching(/^[\da-f-]{36}$/), by: ['demo'] },
    ])
    expect(events('session-begun')).toMatchObject([{ ...from, user: apiClient.userId }])
    expect(events('session-ended')).toMatchObject([{ ...from, user: apiClient.userId }])
    const failed = events('sign-in-failed')
    const unknown = failed[0]!['account']
    expect(unknown).toMatch(/^unknown-[\da-f]{16}$/)
    expect(failed.map(line => [line['because'], line['account']])).toEqual([
      ...Array.from({ length: 10 }, () => ['password', unknown]),
      ['too-many-passwords', unknown],
      ['code', account],
    ])
    expect(events('refused')).toMatchObject([
      { ...from, route: '/api/admin/data/uploads', user: apiClient.userId, because: 'forbidden-staff' },
      { ...from, route: '/api/users/user', because: 'unauthorized' },
    ])
    const answered = lines.filter(({ msg, route }) => msg === 'answered' && route === '/api/admin/data/uploads')
    expect(answered).toMatchObject([{ ...from, user: apiClient.userId, method: 'GET', status: 403 }])
    expect(lines.filter(line => JSON.stringify(line).includes('nobody@demo.example'))).toEqual([])
  } finally {
    await testServer.close()
  }
})
