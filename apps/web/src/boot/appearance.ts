import { isLanguage, type Language, languageFor, languages } from '@finlist/i18n/languages'
import { keptObject, keptText } from './kept.ts'

/**
 * Applies the theme, the language, the colour of rising prices and the initial frame to the document before the first
 * paint, to avoid a flash.
 */
export function setAppearance(): Language {
  const root = document.documentElement
  const theme = keptText('theme')
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  const rising = keptText('risingPrices')
  if (rising) root.dataset['rising'] = rising
  root.dataset['market'] =
    /-(\w\w)\/*$/.exec(location.pathname)?.[1] ?? (keptObject('currentMarket')['linkSuffix'] as string)
  if (keptObject('sidebar')['collapsed'] === true) root.dataset['sidebar'] = 'collapsed'
  if (/^\/(subscribe-verify|complete-registration|fintrainer|method|verify|track-record)\b/.test(location.pathname))
    root.dataset['plain'] = ''
  const chosen = keptText('language')
  const language = isLanguage(chosen) ? chosen : (languageFor([navigator.language]) ?? 'en')
  root.lang = languages[language].tag
  return language
}
