import { readFileSync } from 'node:fs'
import { languages } from '@finlist/i18n/languages'
import type { ScreenFiles } from './src/boot/preload-screen.ts'

/** The pages at which users usually open the app: the first segment of the address, and its screen. */
const screenAt = {
  finlist: 'finlist',
  markettrend: 'markettrend',
  watchlist: 'watchlist',
  'interactive-chart': 'chart',
  subscribe: 'subscribe',
  dashboard: 'dashboard',
}

const screensFile = new URL('./src/app/screens.ts', import.meta.url)
/** Matches an entry of screens.ts and captures the screen's name, its texts and the path of its code. */
const screenLine = /^  '?([\w-]+)'?: (?:async )?\(\) =>[^]*?loadWithTexts\(\[([^\]]*)\], import\('([^']+)'\)\)/gm

export type Output = { type: string; fileName: string; moduleIds?: string[]; imports?: string[] }

/**
 * Returns the code files of the screens in `screenAt`, except those that the app itself loads, and the screens' text
 * files by language.
 */
export function screenFiles(bundle: Output[]): ScreenFiles {
  const known = [...readFileSync(screensFile, 'utf8').matchAll(screenLine)].map(
    ([, screen = '', features = '', module = '']) => ({
      screen,
      texts: ['shell', ...(features.match(/[\w-]+/g) ?? [])],
      module: new URL(module, screensFile).pathname,
    }),
  )
  const ofApp = neededBy(holding('/src/app/render.tsx'))
  const names: string[] = []
  const places = Object.entries(screenAt).map(([place, screen]) => {
    const { texts, module } = known.find(one => one.screen === screen)!
    const code = [...neededBy(holding(module))].filter(file => !ofApp.has(file)).map(indexOf)
    const ofLanguage = (language: string) => [
      ...new Set(texts.map(feature => indexOf(holding(`/locales/${language}/${feature}.json`).fileName))),
    ]
    const inLanguages = Object.keys(languages).map(language => [language, ofLanguage(language)])
    return [place, { code, texts: Object.fromEntries(inLanguages) }]
  })
  return { names, places: Object.fromEntries(places) }

  function holding(end: string): Output {
    const found = bundle.find(({ moduleIds = [] }) => moduleIds.some(id => id.endsWith(end)))
    if (!found) throw new Error(`no file of the build holds ${end}`)
    return found
  }

  function neededBy(file: Output, so = new Set<string>()): Set<string> {
    if (so.has(file.fileName)) return so
    so.add(file.fileName)
    for (const other of bundle) if (file.imports?.includes(other.fileName)) neededBy(other, so)
    return so
  }

  function indexOf(fileName: string): number {
    const name = fileName.replace(/^assets\/|\.js$/g, '')
    if (!names.includes(name)) names.push(name)
    return names.indexOf(name)
  }
}
