import { inLanguage, type Language, languageFor, languages } from '@finlist/i18n/languages'
import { read, write } from './storage.ts'

/** The stored language, else the browser's. Any Chinese maps to Traditional Chinese, as in boot/appearance.ts. */
export const currentLanguage = (): Language => read('language') ?? languageFor([navigator.language]) ?? 'en'

/** The text in the current language, or in English if there is no translation. */
export const inCurrentLanguage = (texts: Parameters<typeof inLanguage>[1]): string =>
  inLanguage(currentLanguage(), texts)

/** The locale for dates and numbers. */
export const currentLocale = (): string => languages[currentLanguage()].locale

export function keepLanguage(chosen: Language): void {
  write('language', chosen)
  document.documentElement.lang = languages[chosen].tag
}
