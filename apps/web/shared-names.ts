import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/** The text files that receive names from the contract, each with the prefix of those names. */
const beginnings: Record<string, string> = { shell: 'market.', billing: 'plan.' }

/** Adds the names of markets to the shell's texts, and those of plans to billing's. */
export const sharedNames = (): Plugin => ({
  name: 'shared-names',
  enforce: 'pre',
  transform(code, id) {
    const [, language = '', feature = ''] = /\/i18n\/locales\/(\w+)\/([\w-]+)\.json$/.exec(id) ?? []
    const beginning = beginnings[feature]
    if (beginning === undefined) return undefined
    const file = new URL(`../../packages/contract/src/names/${language}.json`, import.meta.url).pathname
    this.addWatchFile(file)
    const names = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    const added = Object.fromEntries(names.filter(([key]) => key.startsWith(beginning)))
    return JSON.stringify({ ...(JSON.parse(code) as object), ...added })
  },
})
