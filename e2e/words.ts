import { readFileSync } from 'node:fs'
import type { Language } from '@finlist/i18n/languages'

/** The app's texts in one language, for stories that run in several. */
export type Words = {
  /** The text of a key, with its variables not filled in. */
  word(feature: string, key: string): string
  /** Matches the beginning of any text that this key can produce, whatever the values of its variables. */
  like(feature: string, key: string): RegExp
}

export function wordsOf(language: Language): Words {
  const word = (feature: string, key: string) => {
    const texts = textsIn(`../apps/web/src/i18n/locales/${language}/${feature}.json`)
    const text = texts[key] ?? textsIn(`../packages/contract/src/names/${language}.json`)[key]
    if (text === undefined) throw new Error(`${feature} has no text ${key}`)
    return text
  }
  const like = (feature: string, key: string) => {
    const parts = word(feature, key).split(/\{\{\w+\}\}/)
    return new RegExp(`^${parts.map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}`)
  }
  return { word, like }
}

const textsIn = (path: string) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, string | undefined>
