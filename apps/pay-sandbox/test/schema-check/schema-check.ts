import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import { routes } from '../../src/routes.ts'
import { type Schemas, stripeSchemas } from './schemas.ts'

type Thing = { object?: unknown; deleted?: unknown; [field: string]: unknown }

const mostPerObject = 6
const errorTypes = ['api_error', 'card_error', 'idempotency_error', 'invalid_request_error']

/** Validates every object that the sandbox sends against Stripe's own types, and counts which routes were called. */
export class StripeSchemaCheck {
  /** Maps each violation to its number of occurrences. */
  readonly violations = new Map<string, number>()
  /** Routes that have answered 200. */
  readonly driven = new Set<string>()
  judged = 0
  readonly #schemas: Schemas
  readonly #ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  readonly #judges = new Map<string, ValidateFunction>()

  constructor(schemas: Schemas = stripeSchemas()) {
    this.#schemas = schemas
    this.#ajv.addKeyword({ keyword: 'shape', errors: 'full', validate: this.#shapeJudge() })
  }

  /** Pass this to the sandbox as `schemaCheck`. */
  readonly see = (where: string, status: number, given: unknown): void => {
    const object = JSON.parse(JSON.stringify(given)) as Thing
    const faults = status === 200 ? this.#judgeAll(object) : this.#judgeError(object)
    if (status === 200 && where !== 'event') this.driven.add(where)
    for (const fault of faults) {
      const line = `${where} ${status}: ${fault}`
      this.violations.set(line, (this.violations.get(line) ?? 0) + 1)
    }
  }

  missing(): string[] {
    return routes.map(({ method, path }) => `${method} ${path}`).filter(route => !this.driven.has(route))
  }

  #judgeAll(object: Thing): string[] {
    if (object.object !== 'list') return this.judge(object)
    const { data, has_more: hasMore, url, object: _, ...more } = object
    if (!Array.isArray(data) || typeof hasMore !== 'boolean' || typeof url !== 'string' || Object.keys(more).length > 0)
      return ['a list that is none']
    return data.flatMap(one => this.judge(one as Thing))
  }

  #judgeError({ error, ...more }: Thing): string[] {
    const {
      type,
      message,
      payment_intent: intent,
      setup_intent: setup,
      payment_method: method,
    } = (error ?? {}) as Thing
    const isRight = errorTypes.includes(String(type)) && typeof message === 'string' && message !== ''
    if (!isRight || Object.keys(more).length > 0) return ['an error that is none']
    return [intent, setup, method]
      .filter((one): one is Thing => typeof one === 'object' && one !== null)
      .flatMap(one => this.judge(one))
  }

  /** Returns the violations of the object, each with its path and reason. */
  judge(object: Thing): string[] {
    this.judged++
    if (object.object === 'event') return this.#judgeEvent(object)
    const known = this.#schemas.objects[String(object.object)]
    const name = object.deleted === true ? known?.deleted : known?.there
    return name ? this.#faultsOf(name, object) : [`no such object: ${String(object.object)}`]
  }

  #judgeEvent({ data, ...envelope }: Thing): string[] {
    const type = String(envelope['type'])
    const {
      object,
      previous_attributes: previous = {},
      ...more
    } = data as { object: Thing; previous_attributes?: object }
    const allowed = this.#schemas.events[type]
    if (!allowed) return [`no such event: ${type}`]
    const faults = this.#faultsOf(this.#schemas.objects['event']?.there ?? '', { ...envelope, data: { object: {} } })
    if (!allowed.includes(String(object.object))) faults.push(`${type} with ${String(object.object)}`)
    if (Object.keys(more).length > 0) faults.push(`${type}: data has ${Object.keys(more).join(', ')}`)
    const fields = this.#fieldsOf(String(object.object))
    for (const name of Object.keys(previous)) if (!fields.has(name)) faults.push(`${type}: previous ${name}`)
    return [...faults, ...this.judge(object).map(fault => `${type}: ${fault}`)]
  }

  #fieldsOf(object: string): Set<string> {
    const schema = this.#schemas.shapes[this.#schemas.objects[object]?.there ?? ''] as
      | { properties?: object }
      | undefined
    return new Set(Object.keys(schema?.properties ?? {}))
  }

  #faultsOf(name: string, object: Thing): string[] {
    const judge = this.#judge(name)
    return judge(object) ? [] : told(name, judge.errors ?? [])
  }

  /** Compiles each validator on first use: compiling all 2,000 up front would take five seconds. */
  #judge(name: string): ValidateFunction {
    let judge = this.#judges.get(name)
    if (!judge) this.#judges.set(name, (judge = this.#ajv.compile(this.#schemas.shapes[name] ?? false)))
    return judge
  }

  #shapeJudge(): SchemaValidateFunction {
    const judgeShape: SchemaValidateFunction = (name: string, value, _schema, at) => {
      const judge = this.#judge(name)
      const isRight = judge(value) as boolean
      const errors = judge.errors ?? []
      judgeShape.errors = errors.map(error => ({ ...error, instancePath: `${at?.instancePath}${error.instancePath}` }))
      return isRight
    }
    return judgeShape
  }
}

/** Describes the deepest errors, which in a union belong to the intended variant. */
function told(name: string, errors: readonly ErrorObject[]): string[] {
  const depth = (error: ErrorObject) =>
    error.instancePath.split('/').length + (error.keyword === 'additionalProperties' ? 1 : 0)
  const deepest = errors.toSorted((a, b) => depth(b) - depth(a)).slice(0, mostPerObject)
  return deepest.map(({ instancePath, message, params }) => {
    const path = instancePath.replaceAll(/\/\d+/g, '[]')
    return `${name}${path} ${message} ${JSON.stringify(params)}`
  })
}
