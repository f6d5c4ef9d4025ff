import type { Language } from '@finlist/i18n/languages'
import { listedMarket } from './list-page.ts'

/** The files of the list's screen, and those of its texts in each language. The build puts them in. */
declare const __LIST_FILES__: { code: string[]; texts: Partial<Record<Language, string[]>> } | undefined

/** Lets the browser fetch the list's screen together with the app. Other screens are named by the app itself. */
export function preloadScreen(language: Language): void {
  if (typeof __LIST_FILES__ === 'undefined' || !listedMarket()) return
  for (const file of [...__LIST_FILES__.code, ...(__LIST_FILES__.texts[language] ?? [])]) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.fetchPriority = 'low'
    link.href = `/${file}`
    document.head.append(link)
  }
}
