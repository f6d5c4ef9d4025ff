/** What every page needs of a language; what few need stands in `seldom-facts.ts` and `counts.ts`. */
type Facts = {
  /** The language that stands in for what this one has not. */
  fallback: string | null
  /** Of the `lang` attribute and Content-Language, which picks the glyphs and the voice. */
  tag: string
  /** For dates and numbers. */
  locale: string
}

/** Every language. A new one is a row here, one in each of those and its texts. */
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
 * The first of language tags ('zh-HK', 'en;q=0.8', a shell's 'zh_HK.UTF-8') that there is a language for, by its first
 * part: every Chinese is Traditional Chinese.
 */
export function languageFor(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const family = /^\s*([a-z]+)/i.exec(tag)?.[1]?.toLowerCase()
    if (isLanguage(family)) return family
  }
  return undefined
}

/** What stands in the language; where nothing does, in the one that stands in for it. */
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
