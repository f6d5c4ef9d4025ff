import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import texts from './texts.json'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
export type Translate = (key: keyof typeof texts.en) => string

const asked = new URLSearchParams(location.search)
export const theme: Theme = asked.get('theme') === 'dark' ? 'dark' : 'light'
export const language: Language = languageIds.find(id => id === asked.get('language')) ?? 'en'

/** Puts theme and language of the address on the document. */
export function applyLook() {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.lang = languages[language].tag
}

/** Another theme and language are another address, which a picture can be made of. */
export function show(look: { theme?: Theme; language?: Language }) {
  location.search = new URLSearchParams({ theme, language, ...look }).toString()
}

const words: Record<keyof typeof texts.en, string> = texts[language]
export const t: Translate = key => words[key]
