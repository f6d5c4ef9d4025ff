import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import texts from './texts.json'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
export type Translate = (key: keyof typeof texts.en) => string

const asked = () => new URLSearchParams(location.search)
export const themeNow = (): Theme => (asked().get('theme') === 'dark' ? 'dark' : 'light')
export const languageNow = (): Language => languageIds.find(id => id === asked().get('language')) ?? 'en'

/** Applies the theme and language from the address to the document. */
export function applyLook() {
  document.documentElement.dataset['theme'] = themeNow()
  document.documentElement.lang = languages[languageNow()].tag
}

/** Puts the theme and the language into the address, so that each combination can be captured in a screenshot. */
export function show(look: { theme?: Theme; language?: Language }) {
  location.search = new URLSearchParams({ theme: themeNow(), language: languageNow(), ...look }).toString()
}

export const t: Translate = key => texts[languageNow()][key]
