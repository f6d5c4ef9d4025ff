import { issueTexts } from '@finlist/contract/issues'
import { type Name, names } from '@finlist/contract/names'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { type Language, languageFor } from '@finlist/i18n/languages'
import en from '../texts/en.json' with { type: 'json' }
import zh from '../texts/zh.json' with { type: 'json' }

type Leaf<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${K}` : Leaf<T[K], `${Path}${K}.`>
}[keyof T & string]
type Singular<K> = K extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : K
export type TextKey = Singular<Leaf<typeof en> | Leaf<typeof issueTexts.en> | Name>

const flatten = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flatten(value, `${path}${key}.`),
  )
const texts: Record<Language, Map<string, string>> = {
  en: new Map(flatten({ ...issueTexts.en, ...names.en, ...en })),
  zh: new Map(flatten({ ...issueTexts.zh, ...names.zh, ...zh })),
}

/**
 * A text in the language, with its `{{names}}` filled in; a `count` selects the key's plural form (`_one`, `_other`, …)
 * if it has one.
 */
export function translate(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  const { count } = values
  const form = typeof count === 'number' ? new Intl.PluralRules(language).select(count) : ''
  const text = texts[language].get(`${key}_${form}`) ?? texts[language].get(key) ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** The language to use for an Accept-Language header. */
export const languageOf = (acceptLanguage = ''): Language =>
  languageFor(acceptLanguage.slice(0, 200).split(',')) ?? 'en'

export const marketName = (language: Language, exchange: ExchangeId): string =>
  translate(language, `market.${marketOf(exchange).linkSuffix}`)

/** A market's name for sentences about its stocks. */
export const shortMarketName = (language: Language, exchange: ExchangeId): string =>
  translate(language, `market-short.${marketOf(exchange).linkSuffix}`)
