import type { Language } from '@finlist/i18n/languages'
import en from './names/en.json' with { type: 'json' }
import zh from './names/zh.json' with { type: 'json' }

/**
 * The names of markets and plans, the same wherever they are written. The web client has them among its texts
 * (`apps/web/shared-names.ts`), the server among its own.
 */
export const names = { en, zh } as const satisfies Record<Language, typeof en>
export type Name = keyof typeof en
