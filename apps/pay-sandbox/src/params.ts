import {
  invalidBoolean,
  invalidInteger,
  notOneOf,
  parameterEmpty,
  parameterMissing,
  parameterUnknown,
  refused,
} from './errors.ts'
import type { Form, FormValue } from './route.ts'

/** Reads one value of a form. Throws an ApiError that names the parameter (`items[0][price]`). */
type Reader<T> = (value: FormValue, param: string) => T
type Spec = { [name: string]: Reader<unknown> }
type Read<S extends Spec> = { [Name in keyof S]?: ReturnType<S[Name]> | undefined }

/** Reads the parameters of a call, and rejects any that `spec` does not have. The transport handles `expand`. */
export function read<S extends Spec>(form: Form, spec: S): Read<S> {
  return fields(form, spec, name => name)
}

/** Like `read`, for a list, whose paging the transport handles. */
export function readList<S extends Spec>(form: Form, spec: S): Read<S> {
  const { limit: _limit, starting_after: _after, ending_before: _before, ...filters } = form
  return read(filters, spec)
}

export function need<T>(value: T | undefined, param: string): T {
  if (value === undefined) throw parameterMissing(param)
  return value
}

function fields<S extends Spec>(form: Form, spec: S, paramOf: (name: string) => string): Read<S> {
  const found: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(form)) {
    if (name === 'expand') continue
    const reader = Object.hasOwn(spec, name) ? spec[name] : undefined
    if (!reader) throw parameterUnknown(paramOf(name))
    found[name] = reader(value, paramOf(name))
  }
  return found as Read<S>
}

export const text =
  (maxLength = 5000): Reader<string> =>
  (value, param) => {
    if (typeof value !== 'string') throw refused(`Invalid string: ${JSON.stringify(value).slice(0, 200)}`, { param })
    if (value === '') throw parameterEmpty(param)
    if (value.length > maxLength) throw refused(`Invalid string: must be at most ${maxLength} characters`, { param })
    return value
  }

/** Reads the id of another object. */
export const ref = text(250)

export const integer =
  (least = -99_999_999, most = 99_999_999): Reader<number> =>
  (value, param) => {
    if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) throw invalidInteger(param, shown(value))
    const number = Number(value)
    if (number < least)
      throw refused(`This value must be greater than or equal to ${least}.`, {
        code: 'parameter_invalid_integer',
        param,
      })
    if (number > most)
      throw refused(`This value must be less than or equal to ${most}.`, { code: 'parameter_invalid_integer', param })
    return number
  }

/** In seconds since the epoch. */
export const timestamp = integer(0, 253_402_300_799)

export const percent: Reader<number> = (value, param) => {
  const number = typeof value === 'string' && /^\d{1,3}(\.\d{1,4})?$/.test(value) ? Number(value) : Number.NaN
  if (!(number > 0 && number <= 100))
    throw refused('Invalid percent_off: must be greater than 0 and at most 100', { param })
  return number
}

export const boolean: Reader<boolean> = (value, param) => {
  if (value !== 'true' && value !== 'false') throw invalidBoolean(param, shown(value))
  return value === 'true'
}

export const oneOf =
  <const T extends string>(...allowed: readonly T[]): Reader<T> =>
  (value, param) => {
    const found = allowed.find(one => one === value)
    if (found === undefined) throw notOneOf(param, shown(value), allowed)
    return found
  }

/** Accepts `''`, which unsets a value, and returns null for it. */
export const emptyable =
  <T>(reader: Reader<T>): Reader<T | null> =>
  (value, param) =>
    value === '' ? null : reader(value, param)

export const either =
  <T, U>(isFirst: (value: FormValue) => boolean, first: Reader<T>, second: Reader<U>): Reader<T | U> =>
  (value, param) =>
    isFirst(value) ? first(value, param) : second(value, param)

export const list =
  <T>(reader: Reader<T>, most = 20): Reader<T[]> =>
  (value, param) => {
    if (!Array.isArray(value)) throw refused('Invalid array', { param })
    if (value.length > most) throw refused(`Array must have at most ${most} items`, { param })
    return value.map((item, place) => reader(item, `${param}[${place}]`))
  }

export const shape =
  <S extends Spec>(spec: S): Reader<Read<S>> =>
  (value, param) => {
    if (!isForm(value)) throw refused('Invalid object', { param })
    return fields(value, spec, name => `${param}[${name}]`)
  }

export type Metadata = { [name: string]: string }
/** Null removes all metadata; an empty value removes one entry. */
export const metadata: Reader<Metadata | null> = (value, param) => {
  if (value === '') return null
  if (!isForm(value)) throw refused('Invalid object', { param })
  const entries = Object.entries(value)
  if (entries.length > 50) throw refused('You can only set up to 50 metadata keys', { param })
  for (const [name, one] of entries) {
    if (typeof one !== 'string' || one.length > 500 || name.length > 40)
      throw refused('Metadata keys are up to 40 characters, and values up to 500', { param: `${param}[${name}]` })
  }
  return value as Metadata
}

export function merged(before: Metadata | null, given: Metadata | null | undefined): Metadata {
  if (given === undefined) return before ?? {}
  if (given === null) return {}
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))
}

/** Reads a range: `created=..` or `created[gte]=..`. */
export const range: Reader<(time: number) => boolean> = (value, param) => {
  if (!isForm(value)) {
    const exact = timestamp(value, param)
    return time => time === exact
  }
  const { gt, gte, lt, lte } = shape({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp })(value, param)
  return time =>
    (gt === undefined || time > gt) &&
    (gte === undefined || time >= gte) &&
    (lt === undefined || time < lt) &&
    (lte === undefined || time <= lte)
}

const shown = (value: FormValue): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 100)

const isForm = (value: FormValue): value is Form => typeof value === 'object' && !Array.isArray(value)
