import type { Language } from '@finlist/i18n/languages'
import { placeNow } from './place.ts'

/**
 * The files of the most used screens, without those of the app itself, and their text files in each language. Inserted
 * by the build.
 */
declare const __SCREEN_FILES__: ScreenFiles | undefined

/**
 * `names`: all files, without `assets/` and `.js`. The numbers are indices into `names`, grouped by the page that needs
 * the files.
 */
export type ScreenFiles = {
  names: string[]
  places: Record<string, { code: number[]; texts: Partial<Record<Language, number[]>> }>
}

/** Makes the browser fetch the current page's screen at the same time as the app. */
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
