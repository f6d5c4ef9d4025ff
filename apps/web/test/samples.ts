import type { AnyCall } from '@finlist/contract/call'
import * as z from 'zod/mini'
import type { Answers } from './network-edge.ts'

type Schema = z.core.$ZodType
/** The parts of a schema's definition that are needed to make a sample. */
type Def = {
  type: string
  element?: Schema
  shape?: Record<string, Schema>
  innerType?: Schema
  in?: Schema
  options?: Schema[]
  items?: Schema[]
  values?: unknown[]
  entries?: Record<string, unknown>
  keyType?: Schema
  valueType?: Schema
}

/** Sample texts by field name. */
const named: Record<string, string> = {
  exchange: 'HKEX',
  email: 'taiman@demo.example',
  currency: 'HKD',
  currency_code: 'HKD',
  code: 'PARTNER20',
}
const textsAt = (at: number) => [
  'Kestrel',
  `2026-07-1${7 - at}`,
  `2026-07-1${7 - at}T02:00:00.000Z`,
  `2026-0${7 - at}`,
  'https://finlist.example/a',
  '/api/a',
  'taiman@demo.example',
  '0700',
  'HKEX:0700',
  '8e5f9ba6-3d1c-4c0e-9a55-0f5b1c2d3e4f',
  'ab'.repeat(32),
  'ab'.repeat(8),
  'HKD',
  'a',
  '1',
]
const figures = [12.5, 12, 2, 1, 0, 50, 2_026, 20_260_331, -1]

/**
 * Returns a value that the schema accepts, with two items in each list, or one if they must differ and do not. `field`:
 * the name of its field.
 */
function sampleOf(schema: Schema, field = '', at = 0): unknown {
  const def = schema._zod.def as unknown as Def
  const inner = () => sampleOf(def.innerType!, field, at)
  const kinds: Record<string, () => unknown> = {
    string: () => firstTaken(schema, field, [...textsFor(field, at), ...textsAt(at)]),
    number: () => firstTaken(schema, field, /Id$|^id$/.test(field) ? [at + 1, ...figures] : figures),
    int: () => firstTaken(schema, field, figures),
    boolean: () => at === 0,
    array: () => {
      const items = [0, 1].map(index => sampleOf(def.element!, field, index))
      return z.safeParse(schema, items).success ? items : items.slice(0, 1)
    },
    tuple: () => def.items!.map((item, index) => sampleOf(item, field, index)),
    object: () =>
      Object.fromEntries(Object.entries(def.shape!).map(([name, part]) => [name, sampleOf(part, name, at)])),
    record: () => {
      const { entries } = def.keyType!._zod.def as unknown as Def
      const keys = entries ? Object.values(entries) : [sampleOf(def.keyType!, field, at)]
      return Object.fromEntries(keys.map(key => [String(key), sampleOf(def.valueType!, field, at)]))
    },
    union: () => sampleOf(def.options![0]!, field, at),
    literal: () => def.values![0],
    enum: () => Object.values(def.entries!)[0],
    nullable: inner,
    optional: inner,
    default: inner,
    prefault: inner,
    catch: inner,
    readonly: inner,
    pipe: () => sampleOf(def.in!, field, at),
    lazy: () => sampleOf((def as unknown as { getter: () => Schema }).getter(), field, at),
    unknown: () => null,
    null: () => null,
    undefined: () => undefined,
    void: () => undefined,
  }
  const make = kinds[def.type]
  if (!make) throw new Error(`no sample of ${field}: ${def.type}`)
  return make()
}

function textsFor(field: string, at: number): string[] {
  if (named[field]) return [named[field]]
  if (field === 'stockCode') return [`070${at}`]
  if (field === 'symbol') return [`HKEX:070${at}`]
  if (field.endsWith('Zh') || field === 'zh') return [`紅隼 ${at + 1}`]
  return [`Kestrel ${at + 1}`]
}

function firstTaken(schema: Schema, field: string, candidates: readonly unknown[]): unknown {
  const found = candidates.find(candidate => z.safeParse(schema, candidate).success)
  if (found === undefined) throw new Error(`no sample of ${field} among ${candidates.length}`)
  return found
}

const rooms = import.meta.glob<Record<string, unknown>>('../../../packages/contract/src/**/*.ts', { eager: true })
const isCall = (it: unknown): it is AnyCall =>
  typeof it === 'object' && it !== null && 'path' in it && 'method' in it && 'data' in it
const calls = Object.values(rooms)
  .flatMap(room => Object.values(room))
  .filter(isCall)
  // The most specific address comes first: `/watchlist/user` before `/watchlist/:id`.
  .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)

/** Answers every call in the contract with sample data, except the calls that the test answers itself. */
export function sampleAnswers(own: Answers): Answers {
  return new Proxy(own, {
    get(answers, asked: string) {
      if (answers[asked]) return answers[asked]
      const [method, path = ''] = asked.split(' ')
      const call = calls.find(it => it.method === method && patternOf(it).test(path))
      if (!call) return undefined
      const data = sampleOf(call.data)
      return () => (call.plain ? { plain: data } : { data })
    },
  })
}

const patternOf = ({ path }: AnyCall) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
