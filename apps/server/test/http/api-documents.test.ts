import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { ApiDocument, Operation } from '../../src/http/api-documents/api-documents.ts'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { ApiClient, openTestServer, type PayingTestServer } from '../test-server.ts'

let testServer: PayingTestServer
let document: ApiDocument
let operations: { path: string; method: string; operation: Operation }[]
const calls = await everyCall()
const ajv = new Ajv2020({
  allErrors: true,
  strictTypes: false,
  formats: { 'date-time': true, date: true, uuid: true, email: true, binary: true, uri: true },
})

beforeAll(async () => {
  testServer = await openTestServer({}, { payments: true })
  document = (await (await fetch(`${testServer.base}/api/docs/openapi.json`)).json()) as ApiDocument
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
})
afterAll(() => testServer.close())

/** The part of https://spec.openapis.org/oas/3.1/schema that we use. */
const reference = {
  type: 'object',
  required: ['$ref'],
  properties: { $ref: { pattern: '^#/components/' } },
  additionalProperties: false,
}
const media = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: { schema: { type: 'object' }, example: true },
    additionalProperties: false,
  },
}
const parameter = {
  type: 'object',
  required: ['name', 'in', 'required', 'schema'],
  properties: {
    name: { type: 'string' },
    in: { enum: ['path', 'query'] },
    required: { type: 'boolean' },
    schema: { type: 'object' },
    example: true,
  },
  additionalProperties: false,
}
const operationShape = {
  type: 'object',
  required: ['operationId', 'responses'],
  properties: {
    operationId: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    summary: { type: 'string' },
    description: { type: 'string' },
    security: { type: 'array', items: { type: 'object', additionalProperties: { type: 'array' } } },
    parameters: { type: 'array', items: parameter },
    requestBody: {
      type: 'object',
      required: ['content'],
      properties: { required: { const: true }, content: media },
      additionalProperties: false,
    },
    responses: {
      type: 'object',
      patternProperties: {
        '^[1-5]\\d\\d$': {
          anyOf: [
            reference,
            {
              type: 'object',
              required: ['description'],
              properties: { description: { type: 'string' }, content: media },
            },
          ],
        },
      },
      additionalProperties: false,
    },
  },
  patternProperties: { '^x-': true },
  additionalProperties: false,
}
const openApi = {
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  properties: {
    openapi: { pattern: '^3\\.1\\.\\d+$' },
    info: { type: 'object', required: ['title', 'version'] },
    servers: { type: 'array', items: { type: 'object', required: ['url'] } },
    tags: { type: 'array', items: { type: 'object', required: ['name'] } },
    paths: {
      type: 'object',
      patternProperties: {
        '^/': {
          type: 'object',
          propertyNames: { enum: ['get', 'post', 'delete'] },
          additionalProperties: operationShape,
        },
      },
      additionalProperties: false,
    },
    components: {
      type: 'object',
      properties: { schemas: true, responses: true, securitySchemes: true },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
}

describe('the API document', () => {
  it('is OpenAPI 3.1 and lists every call once, with all of its path parameters', () => {
    const judge = ajv.compile(openApi)
    expect([judge(document), judge.errors]).toEqual([true, null])
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual([...calls.keys()].toSorted())
    for (const { path, method, operation } of operations) {
      const { call } = calls.get(operation.operationId)!
      expect(`${call.method} ${call.path}`).toBe(`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`)
      const inPath = operation.parameters.filter(it => it.in === 'path').map(({ name }) => `{${name}}`)
      expect([operation.operationId, inPath.toSorted()]).toEqual([
        operation.operationId,
        (path.match(/\{\w+\}/g) ?? []).toSorted(),
      ])
      expect(operation.security).toEqual(call.needs === 'public' ? [] : [{ bearer: [] }])
    }
  })

  it('has valid JSON Schemas, with examples that match them and that the server accepts', () => {
    for (const { operation } of operations) {
      const { call } = calls.get(operation.operationId)!
      const example = (of: 'path' | 'query') =>
        Object.fromEntries(
          operation.parameters
            .filter(it => it.in === of && it.example !== undefined)
            .map(it => [it.name, String(it.example)]),
        )
      expect([operation.operationId, z.safeParse(call.params, example('path')).error]).toEqual([
        operation.operationId,
        undefined,
      ])
      const hasQuery = !(call.query instanceof z.ZodMiniUndefined)
      const { error } = z.safeParse(call.query, hasQuery ? example('query') : undefined)
      expect([operation.operationId, error]).toEqual([operation.operationId, undefined])
      for (const { schema } of operation.parameters) ajv.compile(schema)
      const body = operation.requestBody?.content['application/json']
      if (!body) continue
      const judge = ajv.compile(body.schema)
      expect([operation.operationId, judge(body.example), judge.errors]).toEqual([operation.operationId, true, null])
      expect([operation.operationId, z.safeParse(call.body, body.example).error]).toEqual([
        operation.operationId,
        undefined,
      ])
    }
  })

  it('describes the server’s responses: every call that can be made from its examples responds according to its schema', async () => {
    const friend = await ApiClient.byToken(testServer, 'friend')
    const admin = await ApiClient.byToken(testServer, 'admin')
    const faults: string[] = []
    let answered = 0
    for (const { path, method, operation } of operations) {
      const { call } = calls.get(operation.operationId)!
      if (method !== 'get' || call.changes || path.includes('{')) continue
      const query = Object.fromEntries(
        operation.parameters.filter(it => it.required).map(it => [it.name, String(it.example)]),
      )
      const who = operation['x-needs'] === 'staff' ? admin : friend
      const answer = await fetch(`${testServer.base}/api${path}?${new URLSearchParams(query).toString()}`, {
        headers: who.headers(),
      })
      const schema = (operation.responses['200'] as { content: Record<string, { schema?: object }> }).content[
        'application/json'
      ]?.schema
      const body = await answer.text()
      if (answer.status >= 500) faults.push(`${operation.operationId} answers ${answer.status}`)
      if (answer.status !== 200 || schema === undefined) continue
      const judge = ajv.compile(schema)
      if (!judge(JSON.parse(body))) faults.push(`${operation.operationId}: ${ajv.errorsText(judge.errors)}`)
      answered++
    }
    expect(faults).toEqual([])
    expect(answered).toBeGreaterThan(35)
  })
})

describe('/api/docs', () => {
  it('is a page without scripts, in both languages, that lists every call and loads nothing external', async () => {
    for (const [language, word] of [
      ['en', 'Parameters'],
      ['zh-HK', '參數'],
    ] as const) {
      const answer = await fetch(`${testServer.base}/api/docs`, { headers: { 'accept-language': language } })
      const html = await answer.text()
      expect(html.includes(word)).toBe(true)
      expect(html.match(/<script|<[^>]+\s(style|src|on\w+)=|href="(?!\/|#)/g)).toBeNull()
      for (const name of calls.keys()) expect([name, html.includes(`id="${name}"`)]).toEqual([name, true])
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    }
    expect((await fetch(`${testServer.base}/api/docs/page.css`)).headers.get('content-type')).toContain('text/css')
  })
})
