import { type Language, languages } from './languages.ts'

/** `A, B and C`, or `A, B or C`. */
export const inWords = (language: Language, items: readonly string[], joined: 'and' | 'or'): string =>
  new Intl.ListFormat(languages[language].locale, { type: joined === 'and' ? 'conjunction' : 'disjunction' }).format(
    items,
  )
