import { createServer } from 'node:http'
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider'
import { freePort } from '../../../../tools/free-port.ts'
import type { Browser } from '../browser.ts'

export type Strictness = { client?: Partial<ClientMetadata>; configuration?: Configuration }

export type RealIssuer = {
  /** The settings of a server whose issuer this is. */
  env: Record<string, string>
  /** Starts the issuer and registers the server at `base` as its client. */
  serve(base: string): Promise<void>
  /** Signs in on the issuer's pages, and returns the response of our callback. */
  signIn(browser: Browser): Promise<Response>
  close(): Promise<void>
}

const secret = 'a secret & 100% +'

/** An issuer based on oidc-provider with its built-in pages; the options make it stricter. */
export async function openRealIssuer({ client, configuration }: Strictness = {}): Promise<RealIssuer> {
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  let answer: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void answer?.(request, response))
  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'finlist', OIDC_CLIENT_SECRET: secret },
    async serve(base) {
      answer = new Provider(issuer, {
        findAccount: (_, subject) => ({
          accountId: subject,
          claims: () => ({ sub: subject, email: `${subject}@issuer.example` }),
        }),
        claims: { openid: ['sub', 'auth_time'], email: ['email'] },
        cookies: { keys: ['of the test'] },
        ...configuration,
        clients: [
          {
            client_id: 'finlist',
            client_secret: secret,
            redirect_uris: [`${base}/auth/callback`],
            token_endpoint_auth_method: 'client_secret_post',
            ...client,
          },
        ],
      }).callback()
      await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
    },
    async signIn(browser) {
      const isBack = (path: string) => path === '/auth/callback'
      let { answer: page, url } = await browser.follow(await browser.go('/auth/login'), isBack)
      for (const fields of [{ prompt: 'login', login: 'ann', password: 'x' }, { prompt: 'consent' }]) {
        if (isBack(url.pathname) || page.status !== 200) break
        ;({ answer: page, url } = await browser.follow(await browser.submit(url.href, fields), isBack))
      }
      return isBack(url.pathname) ? await browser.go(url.href) : page
    },
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
