import type { Language } from '@finlist/i18n/languages'
import { placeNow } from './place.ts'

/** The files of some screens, without the app itself, and those of its texts in each language. The build puts them in. */
declare const __SCREEN_FILES__: ScreenFiles | undefined

/** `names`: every file's, without `assets/` and `.js`; the others are indices of it, by the place that shows them. */
export type ScreenFiles = {
  names: string[]
  places: Record<string, { code: number[]; texts: Partial<Record<Language, number[]>> }>
}

/** Lets the browser fetch the screen together with the app. */
export function preloadScreen(language: Language): void {
  if (typeof __SCREEN_FILES__ === 'undefined') return
  const { names, places } = __SCREEN_FILES__
  const { code = [], texts = {} } = places[placeNow()] ?? {}
  for (const file of [...code, ...(texts[language] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.fetchPriority = 'low'
    link.href = `/assets/${names[file]}.js`
    document.head.append(link)
  }
}
