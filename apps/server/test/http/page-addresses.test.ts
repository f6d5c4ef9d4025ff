import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appPaths } from '@finlist/contract/app-paths'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerErrors } from '../../src/http/error-answers.ts'
import { serveWebClient, startPath } from '../../src/http/web-client.ts'

const index = `<!doctype html><html lang="en"><head><meta name="description" content="The app." />
<title>FinList</title></head><body></body></html>`
let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'finlist-client-'))
  await writeFile(join(folder, 'index.html'), index)
  app = fastify()
  answerErrors(app)
  await serveWebClient(app, folder, { sessionCookie: 'session', brand: 'A & B', publicUrl: 'https://finlist.example' })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const get = async (url: string, accept?: string, language = 'en') => {
  const { statusCode, headers, body } = await app.inject({
    url,
    headers: { 'accept-language': language, ...(accept !== undefined && { accept }) },
  })
  return { statusCode, type: String(headers['content-type']).split(';')[0], body }
}

describe('an address of an app page', () => {
  it.each([...appPaths, startPath])('%s returns the page unless the client accepts only JSON', async path => {
    for (const accept of ['text/html,application/xhtml+xml', '*/*', 'application/json, */*', undefined])
      expect([accept, await get(path, accept)]).toMatchObject([accept, { statusCode: 200, type: 'text/html' }])
    for (const written of [`${path}?a=1`, path === '/' ? '/?b' : `${path}/`])
      expect([written, (await get(written, '*/*')).statusCode]).toEqual([written, 200])
  })

  it('returns JSON to programs that accept only JSON', async () => {
    expect(await get('/method', 'application/json')).toMatchObject({ statusCode: 404, type: 'application/json' })
  })
})

describe('an unknown address', () => {
  it('gets a 404: a page for a reader, JSON for a program', async () => {
    const page = await get('/no-such-page', 'text/html')
    expect(page).toMatchObject({ statusCode: 404, type: 'text/html' })
    expect(page.body).toContain('Page not found')
    expect((await get('/no-such-page', 'text/html', 'zh-HK')).body).toContain('找不到頁面')
    for (const [path, accept] of [
      ['/no-such-page', '*/*'],
      ['/api/nothing', 'text/html'],
      ['/assets/gone.js', 'text/html'],
    ] as const)
      expect([path, await get(path, accept)]).toMatchObject([path, { statusCode: 404, type: 'application/json' }])
  })
})

describe('a public page', () => {
  it.each([
    ['/method', 'en', 'The published method'],
    ['/verify', 'en', 'Check the record'],
    ['/track-record-jp', 'en', 'Track record: Japan'],
    ['/track-record-jp', 'zh-HK', '日本名單往績'],
  ])(
    '%s in %s has its own title, description and Open Graph tags in the served HTML',
    async (path, language, title) => {
      const { body } = await get(path, '*/*', language)
      expect(body).toContain(`<title>${title} · A &#38; B</title>`)
      expect(body.match(/<meta name="description"/g)).toHaveLength(1)
      expect(body).not.toContain('The app.')
      expect(body).toContain(`<meta property="og:title" content="${title} · A &#38; B" />`)
      expect(body).toMatch(/<meta property="og:description" content="[^"]{20,}" \/>/)
      expect(body).toContain(`<meta property="og:url" content="https://finlist.example${path}" />`)
    },
  )

  it('has a different description from every other page', async () => {
    const descriptions = await Promise.all(
      ['/method', '/verify', '/track-record-hk', '/track-record-us', '/finlist-hk'].map(
        async path => /name="description" content="([^"]*)"/.exec((await get(path)).body)?.[1],
      ),
    )
    expect(new Set(descriptions).size).toBe(5)
  })
})
