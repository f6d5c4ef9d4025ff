import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assets } from '../src/pages/assets.ts'
import { begin, browser, createAccount, openTestProvider, signIn, type TestProvider } from './test-provider.ts'

let provider: TestProvider
const email = 'ann@example.org'
const password = 'quiet harbour 47'

beforeAll(async () => {
  provider = await openTestProvider()
  await createAccount(provider.pool, { email, emailVerified: true, name: 'Ann', password })
})
afterAll(() => provider.close())

const encodingOf = (response: Response) => response.headers.get('content-encoding')

describe('compression of pages', () => {
  test('is on for the first sign-in page, which contains its style sheet', async () => {
    const { response, html } = await begin(provider, browser(provider.issuer))
    expect(encodingOf(response)).toBe('gzip')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(html).not.toContain('rel="stylesheet"')
    expect(html).toContain(`<style>${assets.style.body}</style>`)
    const sha256 = createHash('sha256').update(assets.style.body).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${sha256}';`)
  })

  test('is off for a page with an address chosen by the site that led the browser here', async () => {
    const { response, html } = await begin(provider, browser(provider.issuer), { login_hint: 'a@example.org' })
    expect(html).toContain('value="a@example.org"')
    expect(encodingOf(response)).toBeNull()
  })

  test('is off for a page with the address of an account that signs in again', async () => {
    const who = browser(provider.issuer)
    await signIn(provider, who, email, password)
    const { response, html } = await begin(provider, who, { prompt: 'login' })
    expect(html).toContain(`value="${email}"`)
    expect(encodingOf(response)).toBeNull()
  })

  test('is off for pages with typed values and for an account’s pages', async () => {
    const who = browser(provider.issuer)
    const { base } = await begin(provider, who)
    const typed = await who.post(`${base}/password`, { email, password: 'wrong' })
    expect(await typed.clone().text()).toContain(`value="${email}"`)
    expect(encodingOf(typed)).toBeNull()
    expect(encodingOf(await who.go(`${provider.issuer}${base.slice('/oidc'.length)}/create`))).toBeNull()
    const signedIn = browser(provider.issuer)
    await signIn(provider, signedIn, email, password)
    const account = await signedIn.go(`${provider.issuer}/account`)
    expect(await account.clone().text()).toContain(email)
    expect(encodingOf(account)).toBeNull()
  })

  const plain = (body: Buffer) => body
  test.each<[string, string | undefined, (body: Buffer) => Buffer]>([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, plain],
    ['', undefined, plain],
  ])('follows Accept-Encoding %j for the style sheet', async (accepted, encoding, decompress) => {
    const { headers, body } = await raw(`${provider.issuer}${assets.style.path}`, accepted)
    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'Accept-Encoding'])
    expect(decompress(body).toString()).toBe(assets.style.body)
  })
})

/** Returns the bytes as sent; fetch would decompress them. */
async function raw(url: string, accepted: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    headers: Record<string, string | string[] | undefined>
    body: Buffer
  }>()
  request(url, { headers: { 'accept-encoding': accepted } }, response => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
  })
    .on('error', reject)
    .end()
  return await promise
}
