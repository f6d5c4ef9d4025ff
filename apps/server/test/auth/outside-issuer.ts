import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Browser } from '../browser.ts'

/** An outside issuer as its client sees it. It signs everybody in without asking, with the given claims. */
export type OutsideIssuer = {
  /** The settings of a server whose issuer this is. */
  env: Record<string, string>
  /**
   * Signs in by the path `way`, and returns the URL at which the issuer got the request. `claims` are added to the ID
   * token.
   */
  signIn(browser: Browser, way: string, claims: Record<string, unknown>): Promise<URL>
  /** Returns the parameters that were pushed under this URI. */
  pushed(requestUri: string): URLSearchParams
  close(): void
}

export async function openOutsideIssuer({ takesPushed = false } = {}): Promise<OutsideIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const requests = new Map<string, URLSearchParams>()
  const given = new Map<string, Record<string, unknown>>()
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    const answer =
      path === '/token' ? token(request) : path === '/par' ? push(request) : path === '/keys' ? keys() : metadata()
    if (path === '/par') response.statusCode = 201
    response.setHeader('content-type', 'application/json')
    void Promise.resolve(answer).then(json => response.end(JSON.stringify(json)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    end_session_endpoint: `${issuer}/leave`,
    ...(takesPushed && { pushed_authorization_request_endpoint: `${issuer}/par` }),
  })
  const keys = async () => ({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig', kid: 'one' }] })
  async function formOf(request: IncomingMessage) {
    let form = ''
    for await (const chunk of request) form += String(chunk)
    return new URLSearchParams(form)
  }
  async function push(request: IncomingMessage) {
    const address = `urn:ietf:params:oauth:request_uri:${crypto.randomUUID()}`
    requests.set(address, await formOf(request))
    return { request_uri: address, expires_in: 60 }
  }
  async function token(request: IncomingMessage) {
    const claims = given.get((await formOf(request)).get('code') ?? '')
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('finlist')
      .setExpirationTime('5 minutes')
      .sign(privateKey)
    return { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: idToken }
  }

  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'finlist', OIDC_CLIENT_SECRET: 'secret' },
    async signIn(browser, way, claims) {
      const to = new URL((await browser.go(way)).headers.get('location')!)
      const code = crypto.randomUUID()
      given.set(code, { sub: 'somebody', nonce: to.searchParams.get('nonce'), ...claims })
      const state = encodeURIComponent(to.searchParams.get('state')!)
      const back = await browser.go(`/auth/callback?code=${code}&state=${state}`)
      if (back.status !== 303) throw new Error(`the callback answered ${back.status}`)
      return to
    },
    pushed: address => requests.get(address)!,
    close: () => void server.close(),
  }
}
