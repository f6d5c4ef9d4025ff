import { ApiError, type Form, type FormValue } from '../route.ts'

/** Reads the fields of a control call. A missing field is undefined. An invalid one causes a 400 that names it. */
export function paramReader(form: Form) {
  const text = (name: string, mostChars: number): string | undefined => {
    const value = form[name]
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string' || value.length > mostChars) throw wrong(name)
    return value
  }
  const number = (name: string, least: number, most: number): number | undefined => {
    const value = text(name, 40)
    if (value === undefined) return undefined
    const parsed = Number(value)
    if (!(parsed >= least && parsed <= most)) throw wrong(name)
    return parsed
  }
  return {
    text,
    number,
    whole(name: string, least: number, most: number): number | undefined {
      const parsed = number(name, least, most)
      if (parsed !== undefined && !Number.isInteger(parsed)) throw wrong(name)
      return parsed
    },
    flag(name: string): boolean | undefined {
      const value = text(name, 5)
      if (value === undefined) return undefined
      if (value !== 'true' && value !== 'false') throw wrong(name)
      return value === 'true'
    },
    /** Reads a list of integers, such as `retryAfterMs: [1000, 5000]`. An empty text is an empty list. */
    wholes(name: string, least: number, most: number, mostMany: number): readonly number[] | undefined {
      const value = form[name]
      if (value === undefined) return undefined
      const input = value === '' ? [] : Array.isArray(value) ? value : [value]
      const found = input.map(one => (typeof one === 'string' && one !== '' ? Number(one) : Number.NaN))
      if (input.length > mostMany || !found.every(one => Number.isInteger(one) && one >= least && one <= most))
        throw wrong(name)
      return found
    },
    /** Reads one or more of the allowed values: `kinds[]=a&kinds[]=b`, `kinds=a` or `["a", "b"]`. */
    oneOrMore<T extends string>(name: string, known: readonly T[]): readonly T[] | undefined {
      const value: FormValue | undefined = form[name]
      if (value === undefined || value === '') return undefined
      const input = Array.isArray(value) ? value : [value]
      const found = input.map(one => known.find(it => it === one))
      if (input.length > 20 || !found.every(it => it !== undefined)) throw wrong(name)
      return found
    },
  }
}

/** Parses JSON to a form, in which numbers and booleans become text. */
export function formOfJson(text: string): Form {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'The body is not JSON.' })
  }
  const form = asFormValue(value)
  if (typeof form !== 'object' || Array.isArray(form)) throw wrong('body')
  return form
}

function asFormValue(value: unknown): FormValue {
  if (Array.isArray(value)) return value.map(asFormValue)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asFormValue(inner)]))
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)
}

function wrong(param: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', param, message: `Invalid ${param}.` })
}
