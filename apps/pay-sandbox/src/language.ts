import { type Language, languageFor } from '@finlist/i18n/languages'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

export type TextKey = keyof typeof en
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

const texts: Record<Language, Record<TextKey, string>> = { en, zh }

export const sayIn =
  (language: Language): Say =>
  (key, values = {}) =>
    texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Whether there is a text with this key, for keys that are composed from data. */
export const isText = (key: string): key is TextKey => Object.hasOwn(en, key)

/** The first supported language among `tags` ('zh-HK', 'en;q=0.8'). */
export const languageOf = (tags: readonly string[]): Language => languageFor(tags) ?? 'en'

/** Formats 1680000 as `HK$16,800.00`, always with cents, as Stripe does. */
export function money(cents: number, currency = 'hkd'): string {
  const [whole = '', fraction] = (Math.abs(cents) / 100).toFixed(2).split('.')
  const sign = cents < 0 ? '−' : ''
  const unit = currency === 'hkd' ? 'HK$' : `${currency.toUpperCase()} `
  return `${sign}${unit}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** Formats the day in Hong Kong, which has no daylight saving time. `at` is in seconds since the epoch. */
export function day(say: Say, at: number): string {
  const there = new Date((at + 8 * 3600) * 1000)
  const month = say(`month.${there.getUTCMonth() + 1}` as TextKey)
  return say('day', { day: there.getUTCDate(), month, year: there.getUTCFullYear() })
}

/** Formats day and time in Hong Kong, to the minute. */
export function minute(say: Say, at: number): string {
  return say('minute', { day: day(say, at), time: new Date((at + 8 * 3600) * 1000).toISOString().slice(11, 16) })
}
