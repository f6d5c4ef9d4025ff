/** The language facts that every page needs; rarely needed ones are in `seldom-facts.ts` and `counts.ts`. */
type Facts = {
  /** The language whose texts replace those missing in this one. */
  fallback: string | null
  /** Value of the `lang` attribute and Content-Language; it selects fonts and screen reader voices. */
  tag: string
  /** The locale of dates and numbers. */
  locale: string
}

/** All languages. To add one, add a row here, a row in `seldom-facts.ts` and in `counts.ts`, and its texts. */
export const languages = {
  en: {
    fallback: null,
    tag: 'en',
    locale: 'en-GB',
  },
  zh: {
    fallback: 'en',
    tag: 'zh-Hant-HK',
    locale: 'zh-HK',
  },
} as const satisfies Record<string, Facts>

export type Language = keyof typeof languages
export const languageIds = Object.keys(languages) as [Language, ...Language[]]

export const isLanguage = (text: unknown): text is Language => languageIds.some(id => id === text)

/**
 * The language of the first supported tag ('zh-HK', 'en;q=0.8', a shell's 'zh_HK.UTF-8'); undefined if there is none.
 * Only the part before the region or script counts, so every kind of Chinese gives Traditional Chinese.
 */
export function languageFor(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const family = /^\s*([a-z]+)/i.exec(tag)?.[1]?.toLowerCase()
    if (isLanguage(family)) return family
  }
  return undefined
}

/** The text in the language or, if missing, in the nearest fallback that has one; an empty string if none has. */
export function inLanguage(
  language: Language,
  texts: Readonly<Partial<Record<Language, string | null | undefined>>>,
): string {
  for (let id: Language | null = language; id !== null; id = languages[id].fallback) {
    const text = texts[id]
    if (text) return text
  }
  return ''
}
