import type { IncomingMessage } from 'node:http'
import { isLanguage, type Language, languageFor } from '@finlist/i18n/languages'
import en from './texts/en.json' with { type: 'json' }
import zh from './texts/zh.json' with { type: 'json' }

export type TextKey = keyof typeof en
export type Say = (key: TextKey, values?: Record<string, string | number>) => string

const texts: Record<Language, Record<TextKey, string>> = { en, zh }

export const sayIn =
  (language: Language): Say =>
  (key, values = {}) =>
    texts[language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** A waiting time in words, rounded up. */
export function sayWait(say: Say, seconds: number): string {
  if (seconds <= 90) return say('unit.seconds', { n: seconds })
  if (seconds <= 90 * 60) return say('unit.minutes', { n: Math.ceil(seconds / 60) })
  return say('unit.hours', { n: Math.ceil(seconds / 3600) })
}

/**
 * The language of the page. In this order: the language that the user switches to with this request; the one that
 * they switched to earlier in the same sign-in (`uid`); the one that the client requests (`ui_locales`); the one that
 * they switched to in the past; the browser's preference.
 */
export function languageOf(request: IncomingMessage, uid?: string, uiLocales?: unknown): Language {
  const asked = switched(request)
  if (asked) return asked
  const [remembered, when] = (
    /(?:^|;\s*)(?:__Secure-)?_identity_language=([a-z]+)\.?([\w-]*)/.exec(request.headers.cookie ?? '') ?? []
  ).slice(1)
  const kept = isLanguage(remembered) ? remembered : undefined
  if (kept && uid && when === uid) return kept
  const wished = typeof uiLocales === 'string' ? languageFor(uiLocales.split(/\s+/)) : undefined
  return wished ?? kept ?? languageFor((request.headers['accept-language'] ?? '').split(',')) ?? 'en'
}

/** The language in `?lang=`, which the language switch sets. */
export function switched(request: IncomingMessage): Language | undefined {
  const lang = /[?&]lang=([a-z]+)(?:&|$)/.exec(request.url ?? '')?.[1]
  return isLanguage(lang) ? lang : undefined
}

export function languageCookie(language: Language, path: string, secure: boolean, uid?: string): string {
  const value = uid ? `${language}.${uid}` : language
  const prefix = secure ? '__Secure-' : ''
  return `${prefix}_identity_language=${value}; Path=${path}; Max-Age=31536000; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
