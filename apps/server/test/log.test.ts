import { user } from '@finlist/contract/account'
import { expect, it } from 'vitest'
import { openHouse, Visitor } from './house.ts'

it('the log tells every answer with its request id, and no token, code, cookie or key', async () => {
  const house = await openHouse({ LOG_LEVEL: 'trace' })
  try {
    const visitor = await Visitor.signIn(house, 'hk-yearly')
    const answer = await visitor.ask(user)
    await visitor.raw('POST', '/users/user', '{')
    const { path } = await visitor.browser.openSignIn('fresh=yes')
    await visitor.browser.submit(`${path}/password`, { email: 'hk-yearly@demo.example', password: 'not the password' })
    await visitor.browser.submit(`${path}/email-code`, { email: 'free@demo.example' })
    await visitor.browser.go('/auth/callback?code=a-forged-code&state=x')
    const sent = () => house.database.db.selectFrom('outbox').select('body').execute()
    await expect.poll(async () => (await sent()).length, { timeout: 3_000 }).toBeGreaterThan(0)
    const [{ body } = { body: '' }] = await sent()

    const log = house.log.join('')
    expect(log).toContain(answer.headers.get('x-request-id'))
    expect(log).toContain('"route":"/api/users/user"')
    const secrets = [
      visitor.token,
      visitor.device!.key,
      /\b\d{6}\b/.exec(body)![0],
      'not the password',
      'a-forged-code',
      ...[...visitor.browser.cookies.values()].map(({ value }) => value).filter(value => value.length > 20),
    ]
    expect(secrets.filter(secret => log.includes(secret))).toEqual([])
    expect(log).not.toMatch(/eyJ[\w-]+\.[\w-]+\./)
  } finally {
    await house.close()
  }
})
