import { ApiError, type Form, type FormValue } from '../route.ts'

const mostPairs = 2_000
const mostDepth = 8
const mostNameChars = 500
const mostValueChars = 50_000

/** Parses `a[b][0]=c&d[]=e` to `{a: {b: ['c']}, d: ['e']}`. Throws a 400 if the form is malformed or too large. */
export function parseForm(text: string): Form {
  if (text === '') return {}
  const pairs = text.split('&', mostPairs + 1)
  if (pairs.length > mostPairs) throw unreadable(`more than ${mostPairs} parameters`)
  const tree: Tree = new Map()
  for (const pair of pairs) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const name = decoded(cut < 0 ? pair : pair.slice(0, cut))
    const value = decoded(cut < 0 ? '' : pair.slice(cut + 1))
    if (name.length > mostNameChars || value.length > mostValueChars) throw unreadable('a parameter is too long')
    place(tree, stepsOf(name), value, name)
  }
  return Object.fromEntries([...tree].map(([name, branch]) => [name, valueOf(branch)]))
}

type Tree = Map<string, Tree | string>

function place(tree: Tree, steps: readonly string[], value: string, name: string): void {
  let at = tree
  for (const [depth, given] of steps.entries()) {
    const step = given === '' ? String(at.size) : given
    if (depth === steps.length - 1) {
      if (at.get(step) instanceof Map) throw unreadable(`${name} is both a value and a group`)
      at.set(step, value)
      return
    }
    const next = at.get(step) ?? new Map<string, Tree | string>()
    if (typeof next === 'string') throw unreadable(`${name} is both a value and a group`)
    at.set(step, next)
    at = next
  }
}

function stepsOf(name: string): string[] {
  const [, first, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (!first) throw unreadable(`a parameter is named '${name.slice(0, 100)}'`)
  const steps = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, step]) => step ?? '')]
  if (steps.length > mostDepth) throw unreadable(`${first} is nested too deep`)
  if (steps.includes('__proto__')) throw unreadable(`a parameter is named '__proto__'`)
  return steps
}

/** The names 0, 1, 2 and so on make a list. Other names make an object, such as metadata[6735]. */
function valueOf(branch: Tree | string): FormValue {
  if (typeof branch === 'string') return branch
  const names = [...branch.keys()]
  const isList = names.every(name => /^(0|[1-9]\d{0,3})$/.test(name) && Number(name) < names.length)
  if (isList)
    return names.toSorted((a, b) => Number(a) - Number(b)).map(name => valueOf(branch.get(name) as Tree | string))
  return Object.fromEntries([...branch].map(([name, value]) => [name, valueOf(value)]))
}

function decoded(text: string): string {
  let plain: string
  try {
    plain = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw unreadable('it is not URL-encoded UTF-8')
  }
  // PostgreSQL cannot store NUL in text.
  if (plain.includes('\0')) throw unreadable('it has a NUL character')
  return plain
}

function unreadable(reason: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message: `Invalid request parameters: ${reason}.` })
}
