import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const asked = /\/locales\/([\w-]+)\/figures\.json(\?definitions)?$/
const prefix = '\0figure-'

/**
 * Shortens the texts about figures: importing `figures.json` yields only the names, because lists need no more.
 * Importing `figures.json?definitions` yields the whole file.
 */
export function figureNames(): Plugin {
  return {
    name: 'finlist-figure-names',
    enforce: 'pre',
    resolveId(source) {
      const [, language, definitions] = asked.exec(source) ?? []
      return language && `${prefix}${definitions ? 'definitions' : 'names'}-${language}`
    },
    async load(id) {
      if (!id.startsWith(prefix)) return null
      const [kind, ...language] = id.slice(prefix.length).split('-')
      const file = new URL(`src/i18n/locales/${language.join('-')}/figures.json`, import.meta.url)
      const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
      const kept = Object.entries(texts).filter(([key]) => kind === 'definitions' || !key.endsWith('.text'))
      return `export default ${JSON.stringify(Object.fromEntries(kept))}`
    },
  }
}
