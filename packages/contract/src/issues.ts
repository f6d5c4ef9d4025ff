import type { Language } from '@finlist/i18n/languages'
import * as z from 'zod/mini'
import type { AnyCall } from './call.ts'
import type { CallErrorEntry } from './envelope.ts'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

/** Validation messages, shared by server and browser, for input that does not match a call's schema. */
export const issueTexts = { en, zh } as const satisfies Record<Language, typeof en>
type Text = Exclude<keyof typeof en, 'field'>

/** The error field for a body that is invalid as a whole. */
export const wholeBody = { field: 'body' }

/** Makes zod report the input; without this, a missing value looks like a value of the wrong type. */
export const reportInput = { reportInput: true }

export type Asked = { params?: unknown; query?: unknown; body?: unknown }

/**
 * Parses a call's query and body by its schemas, and returns the parsed input and the validation errors. Path
 * parameters are not checked, because people cannot correct them.
 */
export function checkCall(
  { query, body }: Pick<AnyCall, 'query' | 'body'>,
  asked: Asked,
  language: Language,
): { asked: Asked; wrong: CallErrorEntry[] } {
  const asks = z.safeParse(query, asked.query, reportInput)
  const tells = z.safeParse(body, asked.body, reportInput)
  return {
    asked: {
      ...asked,
      ...(asks.data !== undefined && { query: asks.data }),
      ...(tells.data !== undefined && { body: tells.data }),
    },
    wrong: [asks, tells].flatMap(({ error }) => error?.issues ?? []).map(issue => sayIssue(language, issue)),
  }
}

/** Turns an issue into an error entry in the given language, naming its field. */
export function sayIssue(language: Language, issue: z.core.$ZodIssue): CallErrorEntry {
  const { text, ...values } = rule(issue)
  const path = issue.path.map(String)
  const field = fieldName(language, path.slice(-2).join('.'), path.at(-1) ?? 'request')
  const said = { field, ...values } as Record<string, string | number>
  return {
    message: issueTexts[language][text].replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(said[name] ?? '')),
    field: path.join('.') || wholeBody.field,
  }
}

/** The label of a field: the text of the first of the names that has one, otherwise the last name itself. */
export function fieldName(language: Language, ...fields: readonly string[]): string {
  const names: Record<string, string> = issueTexts[language].field
  const known = fields.find(field => Object.hasOwn(names, field))
  return (known !== undefined && names[known]) || (fields.at(-1) ?? '')
}

function rule(issue: z.core.$ZodIssue): { text: Text; count?: number; expected?: string } {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input !== undefined && issue.expected === 'int') return { text: 'not-whole' }
      return issue.input === undefined ? { text: 'missing' } : { text: 'invalid-type', expected: issue.expected }
    case 'too_small':
      if (issue.inclusive === false) return { text: 'not-above', count: Number(issue.minimum) }
      return issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int'
        ? { text: 'missing' }
        : { text: bounds(issue.origin).least, count: Number(issue.minimum) }
    case 'too_big':
      return { text: bounds(issue.origin).most, count: Number(issue.maximum) }
    case 'custom':
      if (issue.params?.['isName']) return { text: 'not-a-name' }
      if (issue.params?.['text'] === 'not-day-or-minute') return { text: 'not-day-or-minute' }
      return typeof issue.params?.['decimals'] === 'number'
        ? { text: 'too-precise', count: issue.params['decimals'] }
        : { text: 'invalid' }
    case 'invalid_value':
      return { text: 'unknown-option' }
    case 'invalid_format':
      return { text: issue.format === 'email' ? 'invalid-email' : 'invalid' }
    default:
      return { text: 'invalid' }
  }
}

/** The messages for a value below its minimum and above its maximum, by the type of the value. */
function bounds(origin: string): { least: Text; most: Text } {
  if (origin === 'string') return { least: 'too-short', most: 'too-long' }
  if (origin === 'array' || origin === 'set' || origin === 'map') return { least: 'too-few', most: 'too-many' }
  return { least: 'too-small', most: 'too-big' }
}
