import type { Language } from '@finlist/contract/account'
import { read, write } from './storage.ts'

/** What `lang` says: it picks the glyphs and the voice. */
export const languageTags = { en: 'en', zh: 'zh-Hant-HK' } satisfies Record<Language, string>

/** The language kept, else the browser's: every Chinese is shown the Traditional Chinese. public/first-paint.js agrees. */
export const currentLanguage = (): Language => read('language') ?? (/^zh\b/i.test(navigator.language) ? 'zh' : 'en')

export function keepLanguage(chosen: Language): void {
  write('language', chosen)
  document.documentElement.lang = languageTags[chosen]
}
