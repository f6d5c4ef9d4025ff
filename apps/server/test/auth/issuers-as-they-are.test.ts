import { afterEach, describe, expect, it } from 'vitest'
import { issuer as issuerCheck } from '../../src/doctor/issuer.ts'
import { Browser } from '../browser.ts'
import { openTestServer, type TestServer } from '../test-server.ts'
import { openRealIssuer, type RealIssuer, type Strictness } from './real-issuer.ts'

let issuer: RealIssuer
let testServer: TestServer
afterEach(async () => {
  await testServer.close()
  await issuer.close()
})

async function open(strictness: Strictness, env: Record<string, string> = {}) {
  issuer = await openRealIssuer(strictness)
  testServer = await openTestServer({ ...issuer.env, ...env }, { demo: false })
  await issuer.serve(testServer.base)
}

const doctor = async () => await issuerCheck.run({ config: testServer.config } as Parameters<typeof issuerCheck.run>[0])
const logged = () =>
  testServer.log
    .filter(line => line.includes('sign-in-failed'))
    .map(line => JSON.parse(line) as { because: string; cause: string; level: number })

/** Tries to sign in. Returns the status of the response, and the page unless the response is a redirect. */
async function signIn() {
  const browser = new Browser(testServer.base)
  const answer = await issuer.signIn(browser)
  return { status: answer.status, page: answer.status === 303 ? '' : await answer.text() }
}

const strict: Strictness = {
  client: { scope: 'openid email' },
  configuration: { scopes: ['openid', 'email', 'finlist'] },
}

describe('an outside issuer', { tags: ['slow'] }, () => {
  it.each<[string, Strictness, Record<string, string>]>([
    ['that ignores unknown scopes', {}, {}],
    ['that rejects unknown scopes, when only known ones are requested', strict, { OIDC_SCOPES: 'openid email' }],
    [
      'that accepts the secret only in the header',
      {
        client: { token_endpoint_auth_method: 'client_secret_basic' },
        configuration: { clientAuthMethods: ['client_secret_basic'] },
      },
      {},
    ],
    [
      'that accepts only pushed requests',
      {
        configuration: {
          features: { pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true } },
        },
      },
      {},
    ],
  ])('%s signs people in, and the doctor reports no fault', async (_, strictness, env) => {
    await open(strictness, env)
    expect(await signIn()).toEqual({ status: 303, page: '' })
    expect(await doctor()).toMatchObject({ state: 'ok', text: expect.stringContaining('secret are accepted') })
  })

  it('if an issuer refuses our scopes, the page says that it is not the user’s fault, and log and doctor name OIDC_SCOPES', async () => {
    await open(strict, { SERVICE_EMAIL: 'help@finlist.example' })
    const { status, page } = await signIn()
    expect(status).toBe(503)
    expect(page).toContain('Sign-in is not available right now')
    expect(page).toContain('mailto:help@finlist.example')
    expect(logged()).toEqual([
      expect.objectContaining({ because: 'scope-refused', level: 50, cause: expect.stringContaining('OIDC_SCOPES') }),
    ])
    expect(await doctor()).toMatchObject({ state: 'wrong', text: expect.stringContaining('OIDC_SCOPES') })
  })

  it('if an issuer refuses our secret, the page says that it is not the user’s fault, and log and doctor name OIDC_CLIENT_SECRET', async () => {
    await open({}, { OIDC_CLIENT_SECRET: 'of last year' })
    const { status, page } = await signIn()
    expect({ status, isTold: page.includes('Sign-in is not available right now') }).toEqual({
      status: 503,
      isTold: true,
    })
    expect(logged()).toEqual([
      expect.objectContaining({ because: 'client-refused', cause: expect.stringContaining('OIDC_CLIENT_SECRET') }),
    ])
    expect(await doctor()).toMatchObject({ state: 'wrong', text: expect.stringContaining('OIDC_CLIENT_SECRET') })
  })

  it('the doctor reports an issuer that does not have our callback address registered', async () => {
    await open({ client: { redirect_uris: ['https://elsewhere.example/auth/callback'] } })
    expect(await doctor()).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('/auth/callback is registered'),
    })
  })

  it('if an issuer does not respond, the page says so in the user’s language, and the log names the issuer', async () => {
    await open({})
    await issuer.close()
    const page = async (language: string) => {
      const answer = await fetch(`${testServer.base}/auth/login`, { headers: { 'accept-language': language } })
      return { status: answer.status, kind: answer.headers.get('content-type'), text: await answer.text() }
    }
    const kind = 'text/html; charset=utf-8'
    expect(await page('en')).toEqual({ status: 503, kind, text: expect.stringContaining('Sign-in is not available') })
    expect(await page('zh-HK')).toEqual({ status: 503, kind, text: expect.stringContaining('目前未能登入') })
    expect(logged()[0]).toMatchObject({ because: 'issuer-unreachable', cause: expect.stringContaining('ECONNREFUSED') })
    expect(await doctor()).toMatchObject({ state: 'wrong', text: expect.stringContaining('does not answer') })
  })
})

it('a user who cancels the sign-in at the issuer gets a page that says so', {
  tags: ['slow'],
}, async () => {
  await open({ configuration: { features: { pushedAuthorizationRequests: { enabled: false } } } })
  const browser = new Browser(testServer.base)
  const to = new URL((await browser.go('/auth/login')).headers.get('location')!)
  const state = encodeURIComponent(to.searchParams.get('state')!)
  const iss = encodeURIComponent(issuer.env['OIDC_ISSUER']!)
  const answer = await browser.go(`/auth/callback?error=access_denied&state=${state}&iss=${iss}`)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('It was cancelled')
  expect(logged()[0]).toMatchObject({ because: 'unfinished', level: 40 })
})
