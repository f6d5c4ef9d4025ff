import { isPlainName } from '@finlist/i18n/plain-name'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { everyCall } from '../../src/http/api-documents/every-call.ts'
import { exampleOf, type JsonSchema } from '../../src/http/api-documents/example-of.ts'

/** Texts as long as a body may be. Each is of a kind on which a careless pattern backtracks from every character. */
const bytes = 65_000
const texts = ['a', 'a-', 'A-', 'a.', 'a@', 'a@a.', '1', '1-', '0:', '/', '+', ' ', ' a', '\u200d', '\n'].map(
  piece => `${piece.repeat(bytes / piece.length)}!`,
)
/** A linear pattern reads such a text in about a millisecond. */
const mostMs = 250

/** Returns the schema with every field, required or not. */
const whole = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  ...(schema.properties && {
    properties: Object.fromEntries(Object.entries(schema.properties).map(([name, of]) => [name, whole(of)])),
    required: Object.keys(schema.properties),
  }),
  ...(schema.items && { items: whole(schema.items) }),
})

type Put = (text: string) => unknown

/** Returns, for each text in the value, a function that copies the value with another text in its place. */
function places(value: unknown): Put[] {
  if (typeof value === 'string') return [text => text]
  if (Array.isArray(value))
    return value.flatMap((one, at) =>
      places(one).map(
        (put): Put =>
          text =>
            value.with(at, put(text)),
      ),
    )
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    places(one).map(
      (put): Put =>
        text => ({ ...value, [name]: put(text) }),
    ),
  )
}

const msOf = (work: () => unknown) => {
  const from = performance.now()
  work()
  return performance.now() - from
}

it('no text in a request takes longer to reject than it took to arrive', { tags: ['slow'] }, async () => {
  const slow: string[] = []
  let tried = 0
  for (const [name, { call }] of await everyCall())
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = call[part] as z.ZodMiniType
      if (schema instanceof z.ZodMiniUndefined) continue
      const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      for (const put of places(exampleOf(whole(json), part)))
        for (const text of texts) {
          tried++
          const parse = () => msOf(() => z.safeParse(schema, put(text)))
          // Measure twice, in case the machine was busy.
          const ms = Math.min(parse(), parse())
          if (ms > mostMs) slow.push(`${name} ${part} ${JSON.stringify(text.slice(0, 8))}: ${Math.round(ms)} ms`)
        }
    }
  expect(slow).toEqual([])
  expect(tried).toBeGreaterThan(1_000)
})

it('validating a name is fast, whatever its length', () => {
  for (const text of texts) expect(msOf(() => isPlainName(text))).toBeLessThan(mostMs)
  expect(isPlainName('x'.repeat(240))).toBe(true)
})
