import type { Language } from '@finlist/i18n/languages'
import en from './names/en.json' with { type: 'json' }
import zh from './names/zh.json' with { type: 'json' }

/**
 * The names of markets and plans, used in the texts of both the web client (`apps/web/shared-names.ts`) and the server.
 */
export const names = { en, zh } as const satisfies Record<Language, typeof en>
export type Name = keyof typeof en
