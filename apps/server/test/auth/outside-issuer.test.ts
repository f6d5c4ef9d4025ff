import { deleteAccount } from '@finlist/contract/account/preferences'
import { askStepUp } from '@finlist/contract/account/step-up'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiClient, openTestServer, type TestServer } from '../test-server.ts'
import { type OutsideIssuer, openOutsideIssuer } from './outside-issuer.ts'

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

const seconds = () => Math.floor(testServer.clock.now() / 1_000)

describe('sign-in at an outside issuer', () => {
  /** Signs in by `way`, and returns the answer to an action that requires a fresh sign-in. */
  const action = async (way: string, claims: Record<string, unknown>) => {
    const apiClient = new ApiClient(testServer)
    const to = await issuer.signIn(apiClient.browser, way, { iat: seconds(), ...claims })
    await apiClient.takeToken()
    await apiClient.check()
    const answer = await apiClient.ask(deleteAccount)
    return { http: answer.http, code: answer.errors?.[0]?.code, prompt: to.searchParams.get('prompt') }
  }
  const refused = { http: 401, code: 'fresh_sign_in' }

  const notFresh = () => testServer.log.filter(line => line.includes('sign-in-not-fresh')).length

  it('sign-in at an outside issuer without auth_time never counts as fresh, whatever was requested, because the browser may have changed the request', async () => {
    expect(await action('/auth/login', {})).toEqual({ ...refused, prompt: null })
    const before = notFresh()
    expect(await action('/auth/login?fresh=yes', {})).toEqual({ ...refused, prompt: 'login' })
    expect(notFresh()).toBe(before + 1)
  })

  it('sign-in at an outside issuer without auth_time makes the step-up call report that no sign-in at this issuer can be fresh enough', async () => {
    const apiClient = new ApiClient(testServer)
    await issuer.signIn(apiClient.browser, '/auth/login?fresh=yes', { iat: seconds() })
    await apiClient.takeToken()
    await apiClient.check()
    expect((await apiClient.ask(askStepUp)).data).toEqual({ way: 'none', passkey: null })
  })

  it('sign-in at an outside issuer with auth_time is as old as the issuer says', async () => {
    const old = { auth_time: seconds() - 3_600 }
    expect(await action('/auth/login?fresh=yes', old)).toEqual({ ...refused, prompt: 'login' })
    expect(await action('/auth/login', { auth_time: seconds() })).toEqual({ http: 200, code: undefined, prompt: null })
  })
})

describe('an issuer that accepts pushed requests', () => {
  it('receives the request directly from the server, so that the browser cannot change it', async () => {
    const pushed = await openOutsideIssuer({ takesPushed: true })
    const shop = await openTestServer(pushed.env, { demo: false })
    try {
      const apiClient = new ApiClient(shop)
      const to = new URL((await apiClient.browser.go('/auth/login?fresh=yes')).headers.get('location')!)
      expect([...to.searchParams.keys()].toSorted()).toEqual(['client_id', 'request_uri'])
      const asked = pushed.pushed(to.searchParams.get('request_uri')!)
      expect([asked.get('prompt'), asked.get('max_age'), asked.get('code_challenge_method')]).toEqual([
        'login',
        '0',
        'S256',
      ])
    } finally {
      await shop.close()
      pushed.close()
    }
  })
})

describe('signing out at an outside issuer', () => {
  it('posts the ID token to the issuer, never in an address', async () => {
    const apiClient = new ApiClient(testServer)
    await issuer.signIn(apiClient.browser, '/auth/login', { iat: seconds() })
    const { next } = (await (await apiClient.browser.post('/auth/logout')).json()) as { next: string }
    expect(next).toBe('/auth/leave')
    const answer = await apiClient.browser.go(next)
    const page = await answer.text()
    expect(page).toContain(`<form method="post" action="${issuer.env['OIDC_ISSUER']}/leave">`)
    expect(page).toMatch(/name="id_token_hint" value="[\w.-]{100,}"/)
    expect(page).toContain('name="post_logout_redirect_uri"')
    expect(answer.headers.get('content-security-policy')).toContain(
      `form-action 'self' https: ${issuer.env['OIDC_ISSUER']};`,
    )
    // The sign-out cookie works only once.
    expect((await apiClient.browser.go(next)).headers.get('location')).toBe('/')
  })
})
