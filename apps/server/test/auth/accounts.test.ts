import { user } from '@finlist/contract/account/account'
import { everyRight } from '@finlist/domain/plans/rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoAccounts } from '../../src/demo/accounts.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

type Facts = { kind: 'free' | 'paid' | 'friend' | 'admin' | 'affiliate'; has: string[]; lacks: string[] }
const accounts: Record<string, Facts> = {
  free: { kind: 'free', has: ['signed-in', 'movers'], lacks: ['paid', 'finlist:HKEX', 'staff'] },
  'hk-monthly': { kind: 'paid', has: ['finlist:HKEX', 'sunday-club'], lacks: ['finlist:US', 'videos'] },
  'hk-quarterly': { kind: 'paid', has: ['finlist:HKEX', 'videos'], lacks: ['advanced-videos'] },
  'hk-yearly': { kind: 'paid', has: ['advanced-videos', 'finder'], lacks: ['finlist:JP'] },
  'us-yearly': {
    kind: 'paid',
    has: ['finlist:US', 'advanced-videos'],
    lacks: ['finlist:HKEX', 'sunday-club', 'finder'],
  },
  'jp-trial': { kind: 'paid', has: ['finlist:JP'], lacks: ['finlist:HKEX', 'videos'] },
  'hk-no-renew': { kind: 'paid', has: ['finlist:HKEX'], lacks: ['videos'] },
  'hk-downgrade': { kind: 'paid', has: ['advanced-videos'], lacks: ['finlist:US'] },
  'expired-card': { kind: 'paid', has: ['finlist:HKEX'], lacks: ['videos'] },
  credit: { kind: 'paid', has: ['videos'], lacks: ['advanced-videos'] },
  'sunday-club': { kind: 'paid', has: ['sunday-club', 'notifications:SUNDAY_CLUB'], lacks: ['paid', 'finlist:HKEX'] },
  friend: { kind: 'friend', has: ['finlist:TW', 'watchlist-bypass'], lacks: ['staff', 'affiliate'] },
  affiliate: { kind: 'affiliate', has: ['affiliate'], lacks: ['paid'] },
  'affiliate-empty': { kind: 'affiliate', has: ['affiliate'], lacks: ['paid'] },
  staff: { kind: 'admin', has: ['staff', 'finlist:CN'], lacks: ['admin', 'affiliate'] },
  admin: { kind: 'admin', has: ['staff', 'admin'], lacks: ['affiliate'] },
  unregistered: { kind: 'free', has: ['signed-in'], lacks: ['paid'] },
  'full-lists': { kind: 'paid', has: ['watchlist'], lacks: ['watchlist-bypass'] },
}

describe('each demo account, signed in through the real sign-in pages (GATE-26, 27)', () => {
  it.each(Object.entries(accounts))(
    '%s has the role and the rights of its kind',
    async (name, { kind, has, lacks }) => {
      const { data } = await (await ApiClient.signIn(testServer, name)).ask(user)
      expect(data.rights).toEqual(expect.arrayContaining(has))
      expect(data.rights.filter(right => lacks.includes(right))).toEqual([])
      expect(data.rights.filter(right => !everyRight.some(known => known === right))).toEqual([])
      const roles: string[] = data.roles
      const shown =
        roles.includes('staff') || roles.includes('admin')
          ? 'admin'
          : (roles[0] ?? (data.rights.length > 5 ? 'paid' : 'free'))
      expect(shown).toBe(kind)
      expect(data.completeRegistration).toBe(name !== 'unregistered')
    },
  )

  it('is covered by this test, except the blocked account', () => {
    expect(demoAccounts.map(({ email }) => email.split('@')[0]).toSorted((a, b) => a!.localeCompare(b!))).toEqual(
      [...Object.keys(accounts), 'blocked'].toSorted((a, b) => a.localeCompare(b)),
    )
  })
})
