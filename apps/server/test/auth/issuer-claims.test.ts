import { user } from '@finlist/contract/account/account'
import { overview } from '@finlist/contract/staff/overview'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addRoles, makeAccount } from '../../src/commands/make-account.ts'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { type OutsideIssuer, openOutsideIssuer } from './outside-issuer.ts'

let issuer: OutsideIssuer
/** The default server, which takes no roles from the issuer. */
let testServer: TestServer
/** A server on the same database with OIDC_ROLE_CLAIMS=yes. */
let takesRoles: TestServer
beforeAll(async () => {
  issuer = await openOutsideIssuer()
  testServer = await openTestServer({ ...issuer.env, ADMIN_EMAILS: 'boss@finlist.example' }, { demo: false })
  takesRoles = await openTestServer({ ...issuer.env, OIDC_ROLE_CLAIMS: 'yes' }, { beside: testServer })
})
afterAll(async () => {
  await takesRoles.close()
  await testServer.close()
  issuer.close()
})

async function signIn(at: TestServer, sub: string, claims: Record<string, unknown>) {
  const apiClient = new ApiClient(at)
  await issuer.signIn(apiClient.browser, '/auth/login', { iat: Math.floor(at.clock.now() / 1_000), sub, ...claims })
  await apiClient.takeToken()
  await apiClient.check()
  return apiClient
}
async function standing(apiClient: ApiClient) {
  const { data } = await apiClient.ask(user)
  return { roles: data.roles, overview: (await apiClient.ask(overview)).http }
}
const nobody = { roles: [], overview: 403 }
const staff = { roles: ['staff'], overview: 200 }

const everyClaim = {
  roles: ['staff', 'admin'],
  role: 'admin',
  groups: ['admin', 'staff'],
  admin: true,
  is_admin: true,
  realm_access: { roles: ['admin'] },
  'https://finlist.example/roles': ['admin'],
}

describe('an issuer’s claims about a user', () => {
  it('grant no staff rights, whatever the claim is called, unless the operator allows it', async () => {
    expect(await standing(await signIn(testServer, 'ann', everyClaim))).toEqual(nobody)
  })

  it.each([
    ['in another claim', { ...everyClaim, roles: undefined }],
    ['as a text', { roles: 'admin' }],
    ['as a string containing a list', { roles: '["admin"]' }],
    ['as an object', { roles: { admin: true, 0: 'admin', length: 1 } }],
    ['as a nested list', { roles: [['admin'], { role: 'admin' }, true] }],
    ['in another spelling', { roles: ['Admin', ' admin', 'admin\u0000', 'administrator', 'friend', '__proto__'] }],
  ])('grant no role through %s, even if the operator accepts roles', async (_, claims) => {
    expect(await standing(await signIn(takesRoles, 'bob', claims))).toEqual(nobody)
  })

  it('grant the configured roles if the operator accepts role claims; the next sign-in without the claim removes the roles', async () => {
    const before = await signIn(takesRoles, 'cho', { roles: ['staff', 'friend'] })
    expect(await standing(before)).toEqual(staff)
    expect(await standing(await signIn(takesRoles, 'cho', {}))).toEqual(nobody)
    expect(await standing(before)).toEqual(nobody)
  })

  it('grant nothing once the operator stops accepting roles', async () => {
    expect(await standing(await signIn(takesRoles, 'dan', { roles: ['staff'] }))).toEqual(staff)
    expect(await standing(await signIn(testServer, 'dan', { roles: ['staff'] }))).toEqual(nobody)
  })

  it('never remove a role that was granted in the product itself, whichever grant came first', async () => {
    const eve = await signIn(takesRoles, 'eve', { roles: ['staff'] })
    await testServer.database.write(tx => addRoles(tx, eve.userId, ['staff']))
    expect(await standing(await signIn(takesRoles, 'eve', {}))).toEqual(staff)
    expect(await standing(await signIn(testServer, 'eve', {}))).toEqual(staff)
  })
})

describe('an issuer’s claim of another user’s address', () => {
  it.each([
    ['without saying whether it is verified', {}],
    ['unverified', { email_verified: false }],
    ['verified, as a string', { email_verified: 'true' }],
    ['verified, by an issuer that is not trusted to say so', { email_verified: true }],
  ])('%s gives no access to that user’s account or rights', async (_, claims) => {
    const owner = await signIn(testServer, 'owner', {})
    const email = 'owner@finlist.example'
    await testServer.database.db
      .updateTable('users')
      .set({ email, email_proved_at: new Date(testServer.clock.now()) })
      .where('user_id', '=', owner.userId)
      .execute()
    await testServer.database.write(tx => addRoles(tx, owner.userId, ['staff']))
    const other = await signIn(testServer, `other ${JSON.stringify(claims)}`, { email, ...claims })
    expect(other.userId).not.toBe(owner.userId)
    expect(await standing(other)).toEqual(nobody)
    expect((await other.ask(user)).data).toMatchObject({ emailVerified: false, completeRegistration: false })
    expect(await standing(owner)).toEqual(staff)
  })

  it('does not make anyone the admin whom the operator named by address', async () => {
    const email = 'boss@finlist.example'
    const other = await signIn(testServer, 'not the boss', { email, email_verified: true })
    expect(await standing(other)).toEqual(nobody)
    const { userId, made } = await makeAccount(testServer.database, testServer.config, { email, complete: true })
    expect([made, userId === other.userId]).toEqual([true, false])
  })

  it('leads to the existing account of that user if a trusted issuer has verified the address', async () => {
    const trusting = await openTestServer({ ...issuer.env, OIDC_TRUST_EMAIL: 'yes' }, { beside: testServer })
    try {
      const claims = { email: 'fay@finlist.example', email_verified: true }
      const fay = await signIn(trusting, 'fay', claims)
      await testServer.database.write(tx => addRoles(tx, fay.userId, ['staff']))
      const again = await signIn(trusting, 'not fay', { ...claims, email: 'Fay@finlist.example' })
      expect(again.userId).not.toBe(fay.userId)
      expect(await standing(again)).toEqual(nobody)
    } finally {
      await trusting.close()
    }
  })
})

it('a name or address from an issuer must follow the same rules as one that a user types', async () => {
  const named = async (name: unknown, email?: unknown) =>
    (await (await signIn(testServer, JSON.stringify([name, email]), { name, email })).ask(user)).data
  expect((await named('Gil')).name).toBe('Gil')
  for (const name of ['G\u0000il', '\u202eliG', 'https://evil.example/win', 'Gil\nBcc: all', ['Gil'], { a: 1 }])
    expect((await named(name)).name).toBe('')
  for (const email of ['gil\u0000@finlist.example', 'a@b.example\nBcc: c@d.example', '\u202egil@finlist.example'])
    expect((await named('Gil', email)).email).toBe('')
})
