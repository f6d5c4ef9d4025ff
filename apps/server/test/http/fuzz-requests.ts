import type { ApiDocument, Operation } from '../../src/http/api-documents/api-documents.ts'
import type { JsonSchema } from '../../src/http/api-documents/example-of.ts'

export type FuzzedRequest = {
  call: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}
type Chance = () => number
type Target = { path: string; method: string; operation: Operation }

/**
 * Requests generated from the API document: valid, nearly valid and hostile. The same seed and number give the same
 * request.
 */
export class FuzzedRequests {
  readonly #targets: Target[]
  readonly #seed: number

  constructor(document: ApiDocument, seed: number, leaveOut: ReadonlySet<string>) {
    this.#seed = seed
    this.#targets = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        leaveOut.has(operation.operationId) ? [] : [{ path, method: method.toUpperCase(), operation }],
      ),
    )
  }

  at(number: number): FuzzedRequest {
    const chance = chanceOf(this.#seed * 7_919 + number)
    const target = this.#targets[number % this.#targets.length]!
    const { parameters, operationId } = target.operation
    const manner = pick(chance, ['valid', 'valid', 'nearly', 'nearly', 'nearly', 'hostile'] as const)
    const wrongAt = manner === 'nearly' ? Math.floor(chance() * (parameters.length + 1)) : -1
    let { path } = target
    const query: string[] = []
    parameters.forEach(({ name, in: place, required, schema }, at) => {
      const isWrong = manner === 'hostile' || at === wrongAt
      if (!isWrong && !required && chance() < 0.5) return
      if (isWrong && place === 'query' && chance() < 0.2) return
      const value = isWrong ? nearly(chance, schema, name) : valid(chance, schema, name)
      const text = encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'), isWrong, chance)
      if (place === 'path') path = path.replace(`{${name}}`, text || '%20')
      else query.push(`${name}=${text}`, ...(isWrong && chance() < 0.2 ? [`${name}=again`] : []))
    })
    if (manner === 'hostile')
      query.push(`${encoded(pick(chance, strings), true, chance)}=${encoded(pick(chance, strings), true, chance)}`)
    return {
      call: operationId,
      method: target.method,
      path: query.length > 0 ? `${path}?${query.join('&')}` : path,
      ...bodyOf(chance, target.operation, manner === 'nearly' && wrongAt < parameters.length ? 'valid' : manner),
    }
  }
}

function bodyOf(
  chance: Chance,
  { requestBody }: Operation,
  manner: 'valid' | 'nearly' | 'hostile',
): Pick<FuzzedRequest, 'headers' | 'body'> {
  const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!content) return { headers: {}, body: undefined }
  if (media === 'multipart/form-data') return formOf(chance, Object.keys(content.schema.properties ?? {}), manner)
  if (manner === 'hostile' && chance() < 0.3)
    return {
      headers: {
        'content-type': pick(chance, [
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'x',
        ]),
      },
      body: pick(chance, [
        '',
        '{',
        '[[[[',
        'null',
        '"',
        '{"a":1}}',
        '\u0000',
        'a=b&c',
        '[1e999]',
        '{"__proto__":{"admin":true}}',
      ]),
    }
  const value = manner === 'valid' ? valid(chance, content.schema, '') : nearly(chance, content.schema, '')
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) ?? '' }
}

function formOf(
  chance: Chance,
  fields: readonly string[],
  manner: 'valid' | 'nearly' | 'hostile',
): Pick<FuzzedRequest, 'headers' | 'body'> {
  const boundary = 'fuzzed'
  const field = manner === 'hostile' ? pick(chance, [...fields, ...strings.slice(0, 8)]) : pick(chance, fields)
  const name =
    manner === 'valid' ? 'a.csv' : pick(chance, ['a.csv', 'a.csv.gz', 'a.exe', '../../a.csv', 'a\u0000.csv', ''])
  const rows = Array.from({ length: Math.floor(chance() * 4) }, () =>
    columns.map(() => String(pick(chance, [...cells, ...(manner === 'valid' ? [] : strings)]))).join(','),
  )
  const csv = [columns.join(','), ...rows].join(pick(chance, ['\n', '\r\n']))
  const quoted = field.replace(/["\r\n]/g, '')
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}${manner === 'hostile' ? '' : '--\r\n'}`
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body: Buffer.from(body) }
}

const columns = [
  'stockCode',
  'stockName',
  'date',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'percivalScore',
  'quarter',
  'thisReportDate',
]
const cells = ['0700', '2026-07-17', '1', '90', '', '12.5', '-1', '20260717', 'a']

/** Strings that have caused bugs elsewhere. */
const strings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '🀄'.repeat(30),
  'ﷺ',
  '\u202eabc',
  "' or 1=1 --",
  '"; drop table users; --',
  '%',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  'constructor',
  'toString',
  '{{x}}',
  '${x}',
  'NaN',
  'Infinity',
  '-0',
  '1e400',
  '0x10',
  '9'.repeat(40),
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '+099999-01-01',
  '2026-07-17T25:00:00Z',
  'x'.repeat(300),
  'HKEX:',
  ':',
  'a\nb',
  '\u2028',
]
const numbers = [0, -0, -1, 1, 0.1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324, 9_007_199_254_740_991]

const pools: Record<string, readonly unknown[]> = {
  stockCode: ['0700', '0005', '9999'],
  symbol: ['HKEX:0700', 'HKEX:HSI', 'US:US500', 'PRAC:A', 'GAME:1-1', '0700'],
  symbols: ['HKEX:0700,HKEX:HSI', 'HKEX:0700'],
  issueDate: ['2026-07-17', '2026-07-10'],
  month: ['2026-01', '2026-07'],
  couponCode: ['WELCOME20', 'nothing'],
  paymentMethod: ['existing_card', 'pm_nothing'],
  subscriptionId: ['sub_nothing'],
  email: ['someone@example.com', 'free@demo.example'],
  phoneNumber: ['+852 5123 4567'],
}
const months = ['2026-01', '2025-12']

function valid(chance: Chance, schema: JsonSchema, name: string): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(chance, schema.enum)
  const choice = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choice) return valid(chance, pick(chance, choice), name)
  switch (schema.type) {
    case 'string':
      if (schema.pattern && /^(from|to)$/.test(name)) return pick(chance, months)
      if (pools[name]) return pick(chance, pools[name])
      if (schema.format === 'date') return pick(chance, ['2026-07-17', '2026-07-10', '1999-01-01'])
      if (schema.format === 'date-time') return '2026-07-17T09:00:00Z'
      if (schema.format === 'email') return 'someone@example.com'
      return 'abc'
        .repeat(100)
        .slice(
          0,
          Math.max(schema.minLength ?? 0, Math.floor(chance() * Math.min(30, Number(schema['maxLength'] ?? 30)))),
        )
    case 'integer':
    case 'number':
      return Math.min(
        Number(schema['maximum'] ?? 50),
        Math.max(schema.minimum ?? 0, Math.floor(chance() * 5) + (schema.exclusiveMinimum ?? 0)),
      )
    case 'boolean':
      return chance() < 0.5
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, Math.floor(chance() * 3)) }, () =>
        valid(chance, schema.items ?? {}, name),
      )
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([key, of]) =>
          schema.required?.includes(key) || chance() < 0.5 ? [[key, valid(chance, of, key)]] : [],
        ),
      )
    case 'null':
      return null
    default:
      return pick(chance, [1, 'a', null])
  }
}

/** Returns a valid value with one error in it, or an unrelated value. */
function nearly(chance: Chance, schema: JsonSchema, name: string): unknown {
  const value = valid(chance, schema, name)
  if (value === null || typeof value !== 'object' || chance() < 0.1) return junk(chance, value, 0)
  const keys = Object.keys(value)
  const key = keys.length > 0 ? pick(chance, keys) : 'extra'
  const parts = value as Record<string, unknown>
  const doing = chance()
  if (doing < 0.15 && !Array.isArray(value)) delete parts[key]
  else if (doing < 0.3) parts[pick(chance, ['extra', '__proto__', 'constructor'])] = junk(chance, null, 0)
  else {
    const below = schema.items ?? schema.properties?.[key] ?? {}
    parts[key] = typeof parts[key] === 'object' && parts[key] ? nearly(chance, below, key) : junk(chance, parts[key], 0)
  }
  return value
}

function junk(chance: Chance, value: unknown, depth: number): unknown {
  const kind = Math.floor(chance() * 7)
  if (kind === 0) return typeof value === 'string' ? value.repeat(200).slice(0, 2_000) : value
  if (kind === 1) return pick(chance, numbers)
  if (kind === 2) return pick(chance, [null, true, false])
  if (kind === 3 && depth < 3)
    return Array.from({ length: Math.floor(chance() * 30) }, () => junk(chance, value, depth + 1))
  if (kind === 4 && depth < 3) return { [pick(chance, strings)]: junk(chance, value, depth + 1) }
  return pick(chance, strings)
}

/** Encodes the text. If `isWrong`, it is sometimes truncated and ends in an incomplete escape. */
function encoded(text: string, isWrong: boolean, chance: Chance): string {
  const whole = encodeURIComponent(text.toWellFormed())
  return isWrong && chance() < 0.05 ? `${whole.slice(0, 20)}%` : whole.slice(0, 4_000)
}

const pick = <T>(chance: Chance, from: readonly T[]): T => from[Math.floor(chance() * from.length)]!

/** A Mulberry32 random number generator. */
function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
