import { languageIds } from '@finlist/i18n/languages'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { EncodedResponse } from '../encoded-response.ts'
import { languageOf } from '../translate.ts'
import { apiDocument } from './api-documents.ts'
import { apiPage, apiPageStyle } from './api-page.ts'

/** Serves the API documentation to everyone; built on first request. */
export function serveApiDocuments(api: FastifyInstance, { BRAND, publicUrl }: Config) {
  let made: Promise<{ json: EncodedResponse; pages: Record<string, string> }> | undefined
  const make = async () => {
    const document = await apiDocument(BRAND, `${publicUrl.origin}/api`)
    return {
      json: await EncodedResponse.of(Buffer.from(JSON.stringify(document))),
      pages: Object.fromEntries(languageIds.map(language => [language, apiPage(document, language)])),
    }
  }
  api.get('/docs/openapi.json', async (request, reply) => {
    const { json } = await (made ??= make())
    return json.send(request, reply.header('cache-control', 'public, no-cache'))
  })
  api.get('/docs', async (request, reply) => {
    const { pages } = await (made ??= make())
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'public, no-cache')
      .header('vary', 'Accept-Language')
      .send(pages[languageOf(request.headers['accept-language'])])
  })
  api.get('/docs/page.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(apiPageStyle),
  )
}
