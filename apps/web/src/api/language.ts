import type { Language } from '@finlist/contract/account'
import { read, write } from './storage.ts'

/** Values of the `lang` attribute, which picks the glyphs and the voice. */
export const languageTags = { en: 'en', zh: 'zh-Hant-HK' } satisfies Record<Language, string>

/** The stored language, else the browser's; any Chinese becomes Traditional Chinese, as in public/first-paint.js. */
export const currentLanguage = (): Language => read('language') ?? (/^zh\b/i.test(navigator.language) ? 'zh' : 'en')

export function keepLanguage(chosen: Language): void {
  write('language', chosen)
  document.documentElement.lang = languageTags[chosen]
}
