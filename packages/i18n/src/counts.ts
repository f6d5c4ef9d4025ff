import type { Language } from './languages.ts'

type Unit = { of: number; name: string }

/** The units for large numbers, larger first. */
export const counts: Readonly<Record<Language, readonly [Unit, Unit]>> = {
  en: [
    { of: 1e9, name: 'B' },
    { of: 1e6, name: 'M' },
  ],
  zh: [
    { of: 1e8, name: '億' },
    { of: 1e4, name: '萬' },
  ],
}
