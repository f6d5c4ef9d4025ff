import Busboy from '@fastify/busboy'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { BadRequest, ClientError } from './client-errors.ts'

export const mostFields = 64

type Fields = Record<string, string>

/** Adds parsers for URL-encoded and multipart forms to this scope. Each call limits the size of its bodies. */
export function takeForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => fieldsOf(body),
  )
  app.removeContentTypeParser('multipart/form-data')
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    partsOf(body, request.headers['content-type']!),
  )
}

/**
 * Parses a URL-encoded body in linear time, which URLSearchParams and replaceAll do not guarantee. Modifies the buffer.
 */
function fieldsOf(body: Buffer): Fields {
  let fields = 1
  for (let at = body.indexOf(ampersand); at >= 0; at = body.indexOf(ampersand, at + 1))
    if (++fields > mostFields) throw tooMany()
  for (let at = 0; at < body.length; at++) if (body[at] === plus) body[at] = space
  return Object.fromEntries(
    body
      .toString()
      .split('&')
      .map(pair => {
        const cut = pair.indexOf('=')
        return cut < 0 ? [decoded(pair), ''] : [decoded(pair.slice(0, cut)), decoded(pair.slice(cut + 1))]
      }),
  )
}

const ampersand = 0x26
const plus = 0x2b
const space = 0x20

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notAForm()
  }
}

async function partsOf(body: Buffer, contentType: string): Promise<Fields> {
  const fields: [string, string][] = []
  const limits = { fields: mostFields, files: 0, parts: mostFields, headerPairs: 20, fieldSize: body.length }
  await new Promise<void>((resolve, reject) => {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits })
    form.on('field', (name, value) => fields.push([name, value]))
    for (const event of ['fieldsLimit', 'partsLimit', 'filesLimit'] as const) form.on(event, () => reject(tooMany()))
    form.on('finish', resolve).on('error', reject)
    form.end(body)
  }).catch(error => {
    throw error instanceof ClientError ? error : notAForm()
  })
  return Object.fromEntries(fields)
}

const tooMany = () => new BadRequest('form-too-many-fields', { field: 'body', values: { most: mostFields } })
const notAForm = () => new BadRequest('not-a-form', { field: 'body' })
