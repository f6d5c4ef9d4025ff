import type { RisingPrices } from '@finlist/contract/account/account'
import { type Theme, write } from './storage.ts'

export const themes = ['system', 'light', 'dark'] as const satisfies Theme[]

/** Stores the choice and applies it to the document, as boot/appearance.ts does before the first paint. */
export function applyTheme(theme: Theme): void {
  write('theme', theme)
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Stored and applied to the document like the theme. */
export function applyRisingPrices(colour: RisingPrices): void {
  write('risingPrices', colour)
  document.documentElement.dataset['rising'] = colour
}
