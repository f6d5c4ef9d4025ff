import { deleteAccount } from '@finlist/contract/preferences'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OutsideIssuer, openOutsideIssuer } from './outside-issuer.ts'
import { ApiClient, openTestServer, type TestServer } from './test-server.ts'

let issuer: OutsideIssuer
let house: TestServer
beforeAll(async () => {
  issuer = await openOutsideIssuer()
  house = await openTestServer(issuer.env, { demo: false })
})
afterAll(async () => {
  await house.close()
  issuer.close()
})

describe('an issuer that does not say when it asked', () => {
  const seconds = () => Math.floor(house.clock.now() / 1_000)
  /** What a sign-in by `way` may do that asks for a fresh one. */
  const deed = async (way: string, claims: Record<string, unknown>) => {
    const visitor = new ApiClient(house)
    const to = await issuer.signIn(visitor.browser, way, { iat: seconds(), ...claims })
    await visitor.takeToken()
    await visitor.check()
    const answer = await visitor.ask(deleteAccount)
    return { http: answer.http, code: answer.errors?.[0]?.code, prompt: to.searchParams.get('prompt') }
  }
  const refused = { http: 401, code: 'fresh_sign_in' }

  it('makes no sign-in fresh that it was not sent to ask anew', async () => {
    expect(await deed('/auth/login', {})).toEqual({ ...refused, prompt: null })
  })

  it('makes one fresh that it was', async () => {
    expect(await deed('/auth/login?fresh=yes', {})).toEqual({ http: 200, code: undefined, prompt: 'login' })
  })

  it('is not asked in the name of another sign-in: the word is sealed in the flow that was sent', async () => {
    const visitor = new ApiClient(house)
    await visitor.browser.go('/auth/login?fresh=yes')
    await issuer.signIn(visitor.browser, '/auth/login', { iat: seconds() })
    await visitor.takeToken()
    await visitor.check()
    expect(await visitor.ask(deleteAccount)).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
  })

  it('what it says counts where it says it: an old sign-in is old, though it was sent to ask anew', async () => {
    const old = { auth_time: seconds() - 3_600 }
    expect(await deed('/auth/login?fresh=yes', old)).toEqual({ ...refused, prompt: 'login' })
    expect(await deed('/auth/login', { auth_time: seconds() })).toEqual({ http: 200, code: undefined, prompt: null })
  })
})
