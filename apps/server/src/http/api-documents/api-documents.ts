import { readFile } from 'node:fs/promises'
import { type AnyCall, freshMinutes, freshnessOf } from '@finlist/contract/call'
import * as z from 'zod/mini'
import { type EveryCall, everyCall } from './every-call.ts'
import { exampleOf, type JsonSchema } from './example-of.ts'

type Parameter = {
  name: string
  in: 'path' | 'query'
  required: boolean
  schema: JsonSchema
  example?: unknown
}
type Content = Record<string, { schema: JsonSchema; example?: unknown }>
export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  description?: string
  /** The right that the call needs; if it depends on a parameter, the right for each of its values. */
  'x-needs': string | Record<string, string>
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Content }
  responses: Record<string, object>
}
export type ApiDocument = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: object
}

/** The API as an OpenAPI 3.1 document; descriptions are the comments in packages/contract. */
export async function apiDocument(brand: string, url: string): Promise<ApiDocument> {
  const calls = await everyCall()
  const paths: ApiDocument['paths'] = {}
  for (const [name, { call, file }] of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][call.method.toLowerCase()] = operation(name, call, file, await commentOf(name, file))
  }
  return {
    openapi: '3.1.0',
    info: { title: `${brand} API`, version: '1', description: preface },
    servers: [{ url }],
    tags: [...new Set([...calls.values()].map(({ file }) => tagOf(file)))].map(name => ({ name })),
    paths,
    components,
  }
}

const preface = `Every answer is \`{"status": "success", "data": ...}\`, \`{"status": "Forbidden", "errors": [...]}\` with 403, or \`{"status": "Error", "errors": [...]}\` with another 4xx or 5xx; calls marked as plain return only the data. An error has a \`message\` in the language of Accept-Language, and often a \`code\` and the \`field\` it is about. \`finlist token <e-mail>\` prints a bearer token for a program: it is valid for ten minutes and needs no device headers. Unknown keys of a body or query are ignored. A client must not automatically repeat a GET that is marked as changing data. Requests that move money may carry an \`Idempotency-Key\`.`

const error = {
  type: 'object',
  required: ['status', 'errors'],
  properties: {
    status: { enum: ['Forbidden', 'Error'] },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['message'],
        properties: { message: { type: 'string' }, code: { type: 'string' }, field: { type: 'string' } },
      },
    },
  },
}
const refusals = {
  '400': ['BadRequest', 'What was sent cannot be accepted; each error names its field.'],
  '401': ['Unauthorized', 'No valid bearer token, or the call needs a fresh sign-in (code fresh_sign_in).'],
  '403': ['Forbidden', 'The caller may not do this.'],
  '404': ['NotFound', 'There is no such thing, or it is another person’s.'],
  '429': ['TooMany', 'Too many requests; Retry-After says in how many seconds.'],
  '500': ['Unexpected', 'A fault of the server’s; its log has it under the x-request-id.'],
} as const
const components = {
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  schemas: { ClientError: error },
  responses: Object.fromEntries(
    Object.values(refusals).map(([name, description]) => [
      name,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/ClientError' } } } },
    ]),
  ),
}

/** Calls whose response is a file to download instead of JSON. */
const isDownload = ({ path }: AnyCall) => /\.csv$|\/file\/:field$/.test(path)

function operation(name: string, call: AnyCall, file: string, comment: string): Operation {
  const isOpen = call.needs === 'public'
  const notes = [
    comment,
    call.method === 'GET' && call.changes && 'Changes data although it is a GET.',
    freshnessOf(call) === 'always' && `Needs a sign-in of the last ${freshMinutes} minutes.`,
    freshnessOf(call) === 'conditional' &&
      `May need a sign-in of the last ${freshMinutes} minutes, depending on what is asked.`,
    call.plain && 'The body stands alone, without the envelope.',
  ].filter(Boolean)
  return {
    operationId: name,
    tags: [tagOf(file)],
    summary: name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`),
    ...(notes.length > 0 && { description: notes.join('\n\n') }),
    'x-needs': neededBy(call),
    security: isOpen ? [] : [{ bearer: [] }],
    parameters: [...parametersOf('path', call.params), ...parametersOf('query', call.query)],
    ...bodyOf(call),
    responses: {
      '200': { description: 'Success', content: isDownload(call) ? { '*/*': {} } : answerOf(call) },
      ...Object.fromEntries(
        Object.entries(refusals)
          .filter(([http]) => !isOpen || http === '429' || http === '500')
          .map(([http, [refusal]]) => [http, { $ref: `#/components/responses/${refusal}` }]),
      ),
    },
  }
}

const tagOf = (file: string) => file.replace(/\.ts$/, '')

function neededBy({ needs, params }: AnyCall): Operation['x-needs'] {
  if (typeof needs === 'string') return needs
  if (typeof needs.right === 'string') return needs.right
  const ask = needs.right as (given: Record<string, unknown>) => string
  const choices = Object.entries(schemaOf(params, 'output').properties ?? {})
  return Object.fromEntries(
    choices.flatMap(([param, schema]) =>
      (schema.enum ?? []).map(value => [String(value), ask({ [param]: value })] as const),
    ),
  )
}

function parametersOf(place: Parameter['in'], schema: z.core.$ZodType): Parameter[] {
  const { properties = {} } = schemaOf(schema, 'output')
  const { required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
    ...(place === 'path' || required.includes(name) ? { example: exampleOf(of, name) } : {}),
  }))
}

function bodyOf(call: AnyCall): Pick<Operation, 'requestBody'> {
  if (call.files.length > 0) {
    const properties = Object.fromEntries(call.files.map(field => [field, { type: 'string', format: 'binary' }]))
    return {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: { type: 'object', properties } } } },
    }
  }
  if (call.body instanceof z.ZodMiniUndefined) return {}
  const schema = schemaOf(call.body, 'input')
  return {
    requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(schema, '') } } },
  }
}

function answerOf(call: AnyCall): Content {
  const data = schemaOf(call.data, 'output')
  const hasNone = 'not' in data
  const envelope = {
    type: 'object',
    required: ['status', ...(z.safeParse(call.data, undefined).success ? [] : ['data'])],
    properties: { status: { const: 'success' }, ...(!hasNone && { data }) },
  }
  return { 'application/json': { schema: call.plain ? data : envelope } }
}

/** `input`: what a caller sends. `output`: the parsed value, or what the server responds. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  if (schema instanceof z.ZodMiniUndefined || isUndefined(schema)) return { not: {} }
  const made = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => leaner(jsonSchema as JsonSchema),
  }) as JsonSchema
  // Redundant: the OpenAPI version of the document determines the dialect.
  delete made['$schema']
  return { ...made }
}

/** Removes redundant constraints: the pattern next to a format, and the limits of a safe integer. */
function leaner(schema: JsonSchema) {
  if (schema.format) delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}

const isUndefined = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodMiniOptional && schema._zod.def.innerType instanceof z.ZodMiniUndefined

const sources = new Map<string, string>()

/** The comment above the call in the contract. */
async function commentOf(name: string, file: EveryCall['file']): Promise<string> {
  const source =
    sources.get(file) ?? (await readFile(new URL(`./${file}`, import.meta.resolve('@finlist/contract/call')), 'utf8'))
  sources.set(file, source)
  const above = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\nexport const ${name} = call\\(`).exec(source)?.[1] ?? ''
  return above
    .replace(/\n\s*\* ?/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
