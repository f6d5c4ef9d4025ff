import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let known: ReadonlySet<string> | undefined

/** About 49,000 passwords in lower case: those found most often in breaches, and a few that are common here. */
function common(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common')
  return new Set([
    ...(dictionary['passwords-common'] ?? []),
    '5201314520',
    '1314520520',
    'p@ssword',
    'p@ssw0rd',
    'correcthorsebatterystaple',
  ])
}

/**
 * Whether `plain`, a password in lower case, is common: as it is, without the digits and signs around it, or as a
 * sequence or repetition of characters.
 */
export function isCommon(plain: string): boolean {
  const within = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  known ??= common()
  return known.has(plain) || known.has(within) || /^(.{1,3})\1+$/u.test(plain) || isRun(plain)
}

/**
 * Whether the password contains any of the words, and fewer than five letters remain once the words, digits and signs
 * are removed.
 */
export function isMadeOf(plain: string, words: readonly string[]): boolean {
  const known = words.filter(word => word.length > 2).toSorted((one, other) => other.length - one.length)
  const held = known.filter(word => plain.includes(word))
  if (held.length === 0) return false
  const rest = held.reduce((text, word) => text.replaceAll(word, ''), plain)
  return rest.replace(/[^\p{L}]/gu, '').length < 5
}

const isRun = (plain: string) => {
  const steps = new Set(
    Array.from(plain, (letter, n) => (n === 0 ? undefined : letter.charCodeAt(0) - plain.charCodeAt(n - 1))).slice(1),
  )
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]!)
}
