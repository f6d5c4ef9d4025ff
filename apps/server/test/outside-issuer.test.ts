import { deleteAccount } from '@finlist/contract/preferences'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OutsideIssuer, openOutsideIssuer } from './outside-issuer.ts'
import { ApiClient, openTestServer, type TestServer } from './test-server.ts'

let issuer: OutsideIssuer
let testServer: TestServer
beforeAll(async () => {
  issuer = await openOutsideIssuer()
  testServer = await openTestServer(issuer.env, { demo: false })
})
afterAll(async () => {
  await testServer.close()
  issuer.close()
})

describe('an issuer that does not say when it asked', () => {
  const seconds = () => Math.floor(testServer.clock.now() / 1_000)
  /** The answer to an action that needs a fresh sign-in, after a sign-in by `way`. */
  const action = async (way: string, claims: Record<string, unknown>) => {
    const apiClient = new ApiClient(testServer)
    const to = await issuer.signIn(apiClient.browser, way, { iat: seconds(), ...claims })
    await apiClient.takeToken()
    await apiClient.check()
    const answer = await apiClient.ask(deleteAccount)
    return { http: answer.http, code: answer.errors?.[0]?.code, prompt: to.searchParams.get('prompt') }
  }
  const refused = { http: 401, code: 'fresh_sign_in' }

  it('makes no sign-in fresh that it was not sent to ask anew', async () => {
    expect(await action('/auth/login', {})).toEqual({ ...refused, prompt: null })
  })

  it('makes one fresh that it was', async () => {
    expect(await action('/auth/login?fresh=yes', {})).toEqual({ http: 200, code: undefined, prompt: 'login' })
  })

  it('is not asked in the name of another sign-in: the word is sealed in the flow that was sent', async () => {
    const apiClient = new ApiClient(testServer)
    await apiClient.browser.go('/auth/login?fresh=yes')
    await issuer.signIn(apiClient.browser, '/auth/login', { iat: seconds() })
    await apiClient.takeToken()
    await apiClient.check()
    expect(await apiClient.ask(deleteAccount)).toMatchObject({ http: 401, errors: [{ code: 'fresh_sign_in' }] })
  })

  it('what it says counts where it says it: an old sign-in is old, though it was sent to ask anew', async () => {
    const old = { auth_time: seconds() - 3_600 }
    expect(await action('/auth/login?fresh=yes', old)).toEqual({ ...refused, prompt: 'login' })
    expect(await action('/auth/login', { auth_time: seconds() })).toEqual({ http: 200, code: undefined, prompt: null })
  })
})
